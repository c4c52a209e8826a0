-- A request without its order cannot be written: POST /orders writes both in one statement, and the restore of an
-- archive checks all of its requests. The key's check was a query and a row lock for each request, 18 of 77 µs that
-- PostgreSQL spent on an order. `./realword doctor` looks for requests without an order.
alter table review_requests drop constraint review_requests_store_id_order_id_fkey;
