-- outside a transaction
-- Why a request is due when it is, and what became of it: names and values instead of an English sentence
-- (server/asking/requests/reasons.ts). Migration 93 drops the sentences.
alter table review_requests add column if not exists reasons jsonb not null default '[]';

-- Store by store, each in a transaction of its own: a mail that goes out waits for its request at most that long.
do $$
declare
  own record;
  named constant jsonb := '{
    "given with the order": "given",
    "date chosen later": "chosen",
    "on the day of delivery": "same_day",
    "at the first sending time after delivery": "first_time",
    "already past: due at once": "past_once",
    "already past: next sending time": "past_next",
    "more than 30 days past": "expired",
    "changed later": "changed",
    "late: moved to the next sending time": "late",
    "moved: one mail a day": "one_a_day",
    "moved: daily email limit reached": "mail_limit",
    "sent at once": "at_once",
    "cancelled": "cancelled",
    "deleted in the shop": "deleted_in_shop",
    "estimated": "estimated",
    "all products went back": "went_back",
    "already reviewed": "reviewed",
    "only products that are not asked about": "unasked",
    "address corrected": "corrected",
    "no address of a buyer any more": "no_buyer",
    "a buyer again": "buyer_again",
    "restored": "restored"
  }';
  between_reasons constant text := ', (?=moved from |ordered |not sent: |' || (
    select string_agg(text, '|') from jsonb_object_keys(named) as text
  ) || ')';
begin
  for own in select store_id from stores loop
    update review_requests
    set reasons = (
      select jsonb_agg(
        case
          when named ? part then jsonb_build_object('name', named -> part)
          when part ~ '^\d+ days? after delivery$'
            then jsonb_build_object('name', 'days', 'values', jsonb_build_object('days', split_part(part, ' ', 1)::integer))
          when part ~ '^moved from the holiday '
            then jsonb_build_object('name', 'holiday', 'values', jsonb_build_object('name', substring(part from 24)))
          when part ~ '^moved from (Saturday|Sunday)$'
            then jsonb_build_object('name', 'weekend', 'values', jsonb_build_object('day', substring(part from 12)))
          when part ~ '^ordered \S+: too old to ask$'
            then jsonb_build_object('name', 'old_order', 'values', jsonb_build_object('date', substring(part from '^ordered (\S+):')))
          when part ~ '^not sent: the earlier one \w+$'
            then jsonb_build_object('name', 'not_sent_earlier', 'values', jsonb_build_object('why', substring(part from 27)))
          when part ~ '^not sent: \w+$'
            then jsonb_build_object('name', 'not_sent', 'values', jsonb_build_object('why', substring(part from 11)))
          else jsonb_build_object('name', 'other', 'values', jsonb_build_object('text', part))
        end
        order by place
      )
      from regexp_split_to_table(reason, between_reasons) with ordinality as split(part, place)
      where place <= 20
    )
    where store_id = own.store_id and reasons = '[]' and reason <> '';
    -- Previews of files that nobody has imported yet.
    update imports
    set plan = jsonb_set(plan, '{preview,orders}', (
      select coalesce(jsonb_agg(
        (previewed - 'reason') || jsonb_build_object('reasons', case
          when previewed ->> 'reason' = '' then '[]'
          else jsonb_build_array(jsonb_build_object(
            'name', 'other',
            'values', jsonb_build_object('text', previewed -> 'reason', 'why', previewed -> 'reason')
          ))
        end)
        order by place
      ), '[]')
      from jsonb_array_elements(plan #> '{preview,orders}') with ordinality as orders(previewed, place)
    ))
    where store_id = own.store_id and jsonb_path_exists(plan, '$.preview.orders[*].reason');
    commit;
  end loop;
end
$$;
