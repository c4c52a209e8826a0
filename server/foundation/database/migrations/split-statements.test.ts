import { expect, test } from 'vitest'
import { splitStatements } from './split-statements.ts'

test('ends statements at semicolons, except in comments, strings, quoted names and bodies', () => {
  const text = `-- first; still a comment
create table a (b text default 'x; ''y;', "c;d" text);
/* a; b */ create function f() returns integer language plpgsql as $$
begin
  return 1;
end $$;
do $body$ begin perform $$;$$; end; $body$
; -- nothing; more
`
  expect(splitStatements(text)).toEqual([
    `-- first; still a comment
create table a (b text default 'x; ''y;', "c;d" text)`,
    `
/* a; b */ create function f() returns integer language plpgsql as $$
begin
  return 1;
end $$`,
    `
do $body$ begin perform $$;$$; end; $body$
`,
  ])
})
