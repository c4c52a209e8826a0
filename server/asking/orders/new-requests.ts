import { requestsFor } from '../requests/requests.ts'
import type { PlannedPart } from '../rules/plan.ts'
import type { Order } from './orders.ts'

/**
 * The requests for a part of a new order, as the statement that stores it reads them. The first part and the absence of a
 * rule are left out: nearly every order has nothing else.
 */
export function requestsOfPart({ customers }: Order, { part, schedule }: PlannedPart) {
  const { state, dueAt, reasons, rule } = schedule
  const due_at = new Date(dueAt).toISOString()
  const requests = requestsFor(customers)
  return part > 0 || rule
    ? requests.map(request => ({ ...request, state, due_at, reasons, part, rule }))
    : requests.map(request => ({ ...request, state, due_at, reasons }))
}

/** A product that is in another part than the first. */
export type PartOfLine = { product_id: string; part: number }

export const noLines: PartOfLine[] = []

export const linesOfPart = ({ part, productIds }: PlannedPart): PartOfLine[] =>
  part === 0 ? noLines : productIds.map(product_id => ({ product_id, part }))
