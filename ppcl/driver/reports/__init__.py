"""What was done, told: JSON, SARIF, a page of HTML, Make's syntax; figures that were measured."""
