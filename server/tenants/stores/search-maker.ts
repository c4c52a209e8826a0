import sql from 'sql-template-tag'

/**
 * Who makes the stems of texts now: the major version of this PostgreSQL and of our own normalisation. Raise the number
 * after the dot when server/foundation/lib/search/, foldText or `plain_text` normalises otherwise: then stored texts are written again.
 */
export const searchMaker = sql`((current_setting('server_version_num')::integer / 10000)::text || '.4')`

/** A condition on `stores`: its texts have stems that another version made. */
export const hasOldStems = sql`search_made_by is distinct from ${searchMaker}`
