import sql, { type Sql } from 'sql-template-tag'
import { ApiError } from '../../../foundation/errors/errors.ts'
import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import type { Attribute } from '../../../tenants/stores/settings/attribute-rules.ts'
import { wordOf } from './answers.ts'
import { valuesIn } from './present.ts'

/** A filter of a list of reviews: those that answer a question with this value, as the address names it. */
export type AnswerFilter = { id: string; value: string }

const mostFilters = 5

/** The parameters `attribute.<id>` of an address, sorted, so that equal filters in another order are the same query. */
export function readAnswerFilters(query: Record<string, unknown>): AnswerFilter[] {
  const given = Object.entries(query).flatMap(([name, values]) =>
    name.startsWith(prefix)
      ? [...new Set([values].flat())].map(value => ({ id: name.slice(prefix.length), value: String(value) }))
      : [],
  )
  if (given.length > mostFilters) throw invalid(prefix.slice(0, -1), 'array_max', mostFilters)
  return given.sort((one, other) => (`${one.id}=${one.value}` < `${other.id}=${other.value}` ? -1 : 1))
}

const prefix = 'attribute.'

/**
 * The words of the search index that the filtered reviews have, in groups: a review has one of each group. Values of
 * one question are alternatives, and those of several must all be there. Throws `body_invalid` for a question that the
 * store does not show to visitors, and for an impossible value.
 */
export function wordsOfFilters(attributes: Attribute[], filters: AnswerFilter[]): string[][] {
  const byId = Map.groupBy(filters, ({ id }) => id)
  return [...byId].map(([id, some]) => {
    const attribute = attributes.find(one => one.id === id && one.public)
    const values = attribute ? valuesIn(attribute) : []
    if (values.length === 0) throw invalid(`${prefix}${id}`, 'unknown_key')
    return some.map(({ value }) => {
      const known = values.find(one => String(one.value) === value)
      if (!known) throw invalid(`${prefix}${id}`, 'one_of', values.map(one => one.value).join(', '))
      return wordOf(id, known.key)
    })
  })
}

/** A tsquery for these words; undefined without any. */
export function queryOf(groups: string[][]): Sql | undefined {
  if (groups.length === 0) return undefined
  const text = groups.map(words => `(${words.map(word => `'${word}'`).join('|')})`).join('&')
  return sql`${text}::tsquery`
}

function invalid(path: string, problem: FieldProblem['problem'], ...values: (string | number)[]): ApiError {
  return new ApiError('body_invalid', { problems: [{ path, problem, values }] })
}
