-- A key is recognised by its name and by the last four characters of its secret, of which only the hash was kept: four of
-- 38 random characters and six of a checksum tell nothing about the others. Keys from before have none of them.
alter table api_keys
  add name text not null default '' check (length(name) <= 100),
  add last_four text check (length(last_four) = 4),
  -- The actor, as in audit_log.
  add created_by text;

update api_keys
set created_by = audit_log.actor
from audit_log
where audit_log.store_id = api_keys.store_id and record_type = 'key' and record_id = api_keys.key_id::text
  and action = 'create';
