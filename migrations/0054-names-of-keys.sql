-- A key is recognised by its name and by the last four characters of its secret, of which only the hash was kept: four of
-- 38 random characters and six of a checksum tell nothing about the others. Keys from before have none of them.
alter table api_keys
  add name text not null default '',
  add last_four text,
  -- The actor, as in audit_log.
  add created_by text;

-- Apart from their columns: Citus adds no column with a check.
alter table api_keys add constraint api_keys_name_check check (length(name) <= 100);
alter table api_keys add constraint api_keys_last_four_check check (length(last_four) = 4);

update api_keys
set created_by = audit_log.actor
from audit_log
where audit_log.store_id = api_keys.store_id and record_type = 'key' and record_id = api_keys.key_id::text
  and action = 'create';
