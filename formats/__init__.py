"""The tournament formats: one module or package each, and the register that names them."""
