"""Rating lists of federations, offline: read from their files into one database, and looked up."""
