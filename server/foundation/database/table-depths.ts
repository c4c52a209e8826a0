/**
 * SQL, after a query named `tables` with the column `oid`: how many foreign keys lead to each table. The greatest depth of
 * a table puts it after all those that it refers to.
 */
export const tableDepths = `
  depths (oid, depth) as (
    select oid, 0
    from tables
    union all
    select conrelid, depth + 1
    from depths
    join pg_constraint on confrelid = depths.oid and contype = 'f' and conrelid <> confrelid
  )`
