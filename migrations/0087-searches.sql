-- Who made the stems of a store's texts: the major version of PostgreSQL, whose stemmers differ, and the version of our own
-- normalisation; null: an earlier release. Where it is not the present one, a job writes them again, and remembers how far
-- it came (server/housekeeping/search-rewriting.ts).
alter table stores
  add search_made_by text,
  add search_rewritten jsonb;

-- Like server/lib/text/fold.ts, for parts of names. The same job writes the products' columns again.
create or replace function plain_text(text) returns text
language sql immutable strict parallel safe
as $$
  select case when octet_length($1) = char_length($1) then lower($1) else normalize(
    replace(replace(replace(replace(
      translate(
        regexp_replace(
          lower(normalize($1, nfkd)),
          '[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f'
            '\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f'
            '\u00ad\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2069\ufeff]',
          '', 'g'
        ),
        'ıłđøðħŧςٱىةیک', 'ildodhtσايهيك'
      ),
      'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'þ', 'th'),
    nfc) end
$$;
