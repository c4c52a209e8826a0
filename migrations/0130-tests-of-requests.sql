-- outside a transaction
-- The requests of a test, by docs/decisions/0125-test-two-ways-of-asking.md. Of no others, so that they cost nothing.
create index concurrently if not exists review_requests_of_tests on review_requests (store_id, (rule ->> 'test'))
where rule ->> 'test' is not null;
