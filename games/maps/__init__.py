"""Map sheets: the library of versions, drafts, differences, mistake reports, drawings."""
