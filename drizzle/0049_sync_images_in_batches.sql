-- earlier versions of rows that older runs have kept have another form and are dropped: those runs cannot be undone
UPDATE sync_runs SET fence = NULL;
