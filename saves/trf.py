"""TRF, the FIDE tournament report file: reading and writing (`docs/exchange.md`)."""

from saves.trf_file import TrfFile
from saves.trf_read import read_trf
from saves.trf_write import write_trf

__all__ = ["TrfFile", "read_trf", "write_trf"]
