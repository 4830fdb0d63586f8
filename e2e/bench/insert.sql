\set n random(1, 1000000000000)
insert into bench_reference (first_name, email, is_beta) values ('Amina', 'someone' || :n || '@example.org', false);
