"""The C library: memory as bytes, texts, files, formats."""
