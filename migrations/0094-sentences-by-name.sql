-- outside a transaction
-- What is said about shops: names and values instead of English sentences (locales/shops/). Sentences of before keep their
-- English text: an event is forgotten after 30 days, and a problem when the shop answers again.
alter table connections
  add column if not exists pause jsonb,
  add column if not exists problem jsonb,
  add column if not exists problem_at timestamptz,
  add column if not exists hooks_problem jsonb;

alter table connection_events add column if not exists result jsonb;

-- Store by store, each in a transaction of its own. A webhook that arrives waits for none of these rows.
do $$
declare
  own record;
begin
  if not exists (
    select from information_schema.columns
    where table_schema = current_schema and table_name = 'connections' and column_name = 'last_error'
  ) then
    return; -- an earlier attempt has translated all of them, and begun to drop them
  end if;
  for own in select store_id from stores loop
    update connections
    set pause = jsonb_build_object('name', 'other', 'values', jsonb_build_object('text', paused_why))
    where store_id = own.store_id and paused_why is not null;
    update connections
    set problem = jsonb_build_object(
        'what', jsonb_build_object('name', 'other', 'values', jsonb_build_object('text', last_error)),
        'mend', jsonb_build_object('name', 'other', 'values', jsonb_build_object('text', coalesce(last_error_mend, '')))
      ),
      problem_at = last_error_at
    where store_id = own.store_id and last_error is not null;
    update connections
    set hooks_problem = jsonb_build_object(
      'what', jsonb_build_object('name', 'other', 'values', jsonb_build_object('text', hooks_error)),
      'mend', jsonb_build_object('name', 'other', 'values', jsonb_build_object('text', coalesce(hooks_error_mend, '')))
    )
    where store_id = own.store_id and hooks_error is not null;
    update connection_events
    set result = jsonb_strip_nulls(jsonb_build_object(
      'what', jsonb_build_array(
        jsonb_build_object('name', 'other', 'values', jsonb_build_object('text', outcome))
      ),
      'mend', case when mend is not null
        then jsonb_build_object('name', 'other', 'values', jsonb_build_object('text', mend))
      end
    ))
    where store_id = own.store_id and outcome is not null and result is null;
    commit;
  end loop;
end
$$;

alter table connections
  drop column if exists paused_why,
  drop column if exists last_error,
  drop column if exists last_error_mend,
  drop column if exists last_error_at,
  drop column if exists hooks_error,
  drop column if exists hooks_error_mend;

alter table connection_events
  drop column if exists outcome,
  drop column if exists mend;
