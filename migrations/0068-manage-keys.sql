-- Keys of the management API, which open what their scopes say. Keys of other types have none.
alter table api_keys add scopes text[] not null default '{}';

-- small table: a store has a handful of keys
alter table api_keys drop constraint api_keys_type_check;
-- small table: a store has a handful of keys
alter table api_keys add constraint api_keys_type_check check (type in ('orders', 'manage'));
