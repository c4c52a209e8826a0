-- outside a transaction
-- Why rows of files were refused: names and values instead of English sentences
-- (server/exchange/imports/reading/refusals.ts). Migration 93 drops the sentences.
alter table import_refusals add column if not exists refusal jsonb not null default '{"name": "other"}';

do $$
declare
  own record;
begin
  for own in select store_id from stores loop
    update import_refusals
    set refusal = coalesce((
      select jsonb_strip_nulls(jsonb_build_object(
        'name', name,
        'values', case when keys <> '{}' then jsonb_object(keys, regexp_match(problem, pattern)) end
      ))
      from (values
        ('nul', '^The text holds a NUL character', '{}'::text[]),
        ('longText', '^The text has (\d+) characters, and at most (\d+)', '{count,most}'::text[]),
        ('noRating', '^There is no rating', '{}'::text[]),
        ('badRating', '^(".*") is no whole number from 1 to 5', '{value}'::text[]),
        ('badYesNo', '^(".*") is neither yes nor no', '{value}'::text[]),
        ('unreadableDate', '^(".*") is no date we can read', '{value}'::text[]),
        ('ambiguousDate', '^(".*") could be two days', '{value}'::text[]),
        ('impossibleDate', '^(".*") is no day and time of the calendar', '{value}'::text[]),
        ('earlyDate', '^(".*") lies before 1970', '{value}'::text[]),
        ('futureDate', '^(".*") lies in the future', '{value}'::text[]),
        ('unknownState', '^(".*") is no state we know. Write one of (.*)\.$', '{value,states}'::text[]),
        ('manyPictures', '^There are (\d+) pictures', '{count}'::text[]),
        ('longPicture', '^The address of a picture has more', '{}'::text[]),
        ('noProduct', '^The row names no product', '{}'::text[]),
        ('cells', '^The row has (\d+) cells and the header (\d+)', '{cells,header}'::text[]),
        ('textNotUtf8', '^The text is not UTF-8', '{}'::text[]),
        ('noQuestion', '^There is no question', '{}'::text[]),
        ('lateDate', '^(".*") lies after 2199', '{value}'::text[]),
        ('noOrderId', '^There is no order id', '{}'::text[]),
        ('noProductId', '^There is no product id', '{}'::text[]),
        ('noOrderDate', '^There is no order date', '{}'::text[]),
        ('noDeliveryDate', '^There is no delivery date', '{}'::text[]),
        ('badEmail', '^(".*") is not one email address', '{value}'::text[]),
        ('badPrice', '^(".*") is no price', '{value}'::text[]),
        ('sibling', '^Row (\d+) of the same order is refused', '{row}'::text[]),
        ('twoSpellings', '^The file names an order both (.*): spreadsheets', '{ids}'::text[]),
        ('otherDate', '^The order date differs', '{}'::text[]),
        ('otherEmail', '^The customer''s address differs', '{}'::text[]),
        ('manyProducts', '^The order has more than (\d+) products', '{most}'::text[]),
        ('longOrder', '^The order has more than 1 MiB', '{}'::text[]),
        ('replyAlone', '^The row is a reply, and the file', '{}'::text[]),
        ('replyToReply', '^The row is a reply to another reply', '{}'::text[]),
        ('replyToRefused', '^The row is a reply to a review that', '{}'::text[]),
        ('replyOfVisitor', '^The row is a reply that the store did not write', '{}'::text[]),
        ('replyEmpty', '^The row is a reply without a text', '{}'::text[]),
        ('badScaledRating', '^(".*") is no number above 0 and up to (\d+)', '{value,most}'::text[]),
        ('shortenedId', '^(".*") is a number that a spreadsheet has shortened', '{value}'::text[]),
        ('encodedTwice', '^The text was encoded twice', '{}'::text[]),
        ('overLimit', '^The plan of this store allows (\d+) orders a month', '{most}'::text[])
      ) as texts(name, pattern, keys)
      where problem ~ pattern
      limit 1
    ), jsonb_build_object('name', 'other', 'values', jsonb_build_object('text', problem)))
    where store_id = own.store_id and refusal = '{"name": "other"}';
    commit;
  end loop;
end
$$;
