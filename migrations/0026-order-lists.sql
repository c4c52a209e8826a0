-- What the dashboard's lists of orders are read from.

-- Ids of shops are compared by their bytes: so the key finds an id by its beginning too, whatever the order of
-- letters in the database's language, and comparing costs less.
alter table orders alter order_id type text collate "C";
alter table review_requests alter order_id type text collate "C";

create index orders_by_arrival on orders (store_id, received_at, order_id);

-- By state, or by day, or by both: a day in every state is seven short ranges.
create index review_requests_by_state on review_requests (store_id, state, due_at, order_id);
