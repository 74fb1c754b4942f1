"""What `ppcl graph` shows of a program: tables, and pictures."""
