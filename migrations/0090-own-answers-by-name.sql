-- outside a transaction
-- What Realword itself says about a mail is stored by name (server/foundation/mailings/own-answers.ts), with the one value
-- of its sentence in last_answer, and a mail that no server received has a state of its own. Both were English sentences,
-- one of which the state that screens display depended on.
alter table mailings add column if not exists own_answer text;

alter table mailings drop constraint if exists mailings_state_check;
alter table mailings add constraint mailings_state_check check (
  state in ('queued', 'sent', 'kept', 'failed', 'suppressed', 'cancelled')
) not valid;

alter table mailings validate constraint mailings_state_check;

-- Store by store, each in a transaction of its own. No statement but that of a late bounce waits for such a row.
do $$
declare
  own record;
begin
  for own in select store_id from stores loop
    update mailings
    set state = case
        when state = 'sent' and last_answer = 'kept in the outbox: SMTP_URL is not set' then 'kept'
        else state
      end,
      own_answer = case
        when last_answer like 'not written: %' and last_answer <> 'not written: the database could not be read'
          then 'not_written'
        when last_answer ~ '^no answer within [0-9.]+ s$' then 'no_answer'
        when last_answer like 'The mail server refuses letters with accents in addresses. %' then 'accents'
        else case last_answer
          when 'late: waits for the sending hours' then 'late'
          when 'nothing is left to ask about' then 'nothing_left'
          when 'the answer was taken back' then 'reply_deleted'
          when 'the review was not refused after all' then 'not_rejected'
          when 'the review is not published any more' then 'not_published'
          when 'kept in the outbox: SMTP_URL is not set' then 'kept'
          when 'the store was moved before it was sent' then 'moved'
          when 'not written: the database could not be read' then 'unreadable'
          when 'the mail server is slow for this store''s mails' then 'slow'
          else last_answer -- held, and why an address is suppressed
        end
      end,
      last_answer = case
        when last_answer = 'not written: the database could not be read' then null
        when last_answer like 'not written: %' then substring(last_answer from 14)
        when last_answer like 'The mail server refuses %' then substring(last_answer from 60)
        else substring(last_answer from '^no answer within ([0-9.]+) s$')
      end
    where store_id = own.store_id and own_answer is null and (
      last_answer in (
        'held', 'late: waits for the sending hours', 'nothing is left to ask about', 'the answer was taken back',
        'the review was not refused after all', 'the review is not published any more',
        'kept in the outbox: SMTP_URL is not set', 'the store was moved before it was sent',
        'the mail server is slow for this store''s mails', 'unsubscribed', 'bounced', 'complained', 'blocked', 'erased'
      )
      or last_answer like 'not written: %'
      or last_answer ~ '^no answer within [0-9.]+ s$'
      or last_answer like 'The mail server refuses letters with accents in addresses. %'
    );
    commit;
  end loop;
end
$$;

create index concurrently if not exists mailings_by_state on mailings (store_id, state, created_at, id);

drop index concurrently if exists mailings_by_displayed_state;

analyze mailings;
