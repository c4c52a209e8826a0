import sql from 'sql-template-tag'

/**
 * What makes the stems of texts now: the major version of this PostgreSQL, and the version of our own rules. Raise the
 * number after the dot when `server/foundation/lib/search/`, `foldText` or `plain_text` changes what it makes of a
 * text: then stored texts are stemmed again.
 */
export const searchMaker = sql`((current_setting('server_version_num')::integer / 10000)::text || '.4')`

/** A condition on `stores`: its texts have stems that another version made. */
export const hasOldStems = sql`search_made_by is distinct from ${searchMaker}`
