-- The stores that a user may be a member of. A sign-in asks for all of them, and on a Citus cluster the memberships are
-- on the node of each store: this list is on every node, so that a sign-in asks those nodes alone. Memberships decide.
create table accounts.stores_of_users (
  store_id uuid not null,
  user_id text not null,
  primary key (store_id, user_id)
);

create index stores_of_users_by_user on accounts.stores_of_users (user_id);

insert into accounts.stores_of_users (store_id, user_id)
select store_id, user_id
from memberships;

-- Memberships are always looked up with their store now.
drop index memberships_by_user;
