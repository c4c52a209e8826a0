import { z } from 'zod'
import { shopId, shopText, shopTime } from '../shop/shop-json.ts'
import type { VtexOrder } from './order.ts'

/** A package of an order: an invoice with the items in it. `Input` is a return. */
export const parcel = z.object({
  type: shopText,
  items: z.array(z.object({ itemIndex: z.number(), quantity: z.number() })).nullish(),
  issuanceDate: shopTime,
  invoiceValue: z.number().nullish(),
  courierStatus: z
    .object({
      finished: z.boolean().nullish(),
      deliveredDate: shopTime,
      data: z.array(z.object({ lastChange: shopTime })).nullish(),
    })
    .nullish(),
  restitutions: z
    .object({
      Refund: z
        .object({
          items: z
            .array(
              z.object({
                id: shopId.nullish(),
                quantity: z.number(),
              }),
            )
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
})

type Parcel = z.infer<typeof parcel>

/** Of one item: how many were sent and returned, and when. `deliveredAt` only once all of its parcels arrived. */
type ItemParcels = { sent: number; returned: number; shippedAt?: number; deliveredAt?: number }

export function parcelsOf(order: VtexOrder, at: number): ItemParcels {
  const parcels = order.packageAttachment?.packages ?? []
  const sentIn = parcels.filter(one => !isReturn(one) && sentQuantity(one, order, at) > 0)
  const returned = parcels.filter(isReturn).reduce((sum, one) => sum + returnedQuantity(one, order, at), 0)
  const sent = sentIn.reduce((sum, one) => sum + sentQuantity(one, order, at), 0)
  if (sentIn.length === 0) return { sent, returned }
  const deliveries = sentIn.map(one => deliveryOf(one, order))
  return {
    sent,
    returned,
    shippedAt: Math.max(...sentIn.map(one => one.issuanceDate ?? lastChangeOf(order))),
    ...(deliveries.every(at => at !== undefined) && { deliveredAt: Math.max(...deliveries) }),
  }
}

const isReturn = ({ type }: Parcel) => type === 'Input'

const quantityIn = (items: Parcel['items'], at: number) =>
  (items ?? []).filter(({ itemIndex }) => itemIndex === at).reduce((sum, { quantity }) => sum + quantity, 0)

/** An invoice without items covers the whole order. */
function sentQuantity({ items }: Parcel, order: VtexOrder, at: number): number {
  return items?.length ? quantityIn(items, at) : (order.items[at]?.quantity ?? 0)
}

/** A return names items by index, or by SKU. One that names none counts if its value is the order's. */
function returnedQuantity(one: Parcel, order: VtexOrder, at: number): number {
  const item = order.items[at]
  if (!item) return 0
  if (one.items?.length) return quantityIn(one.items, at)
  const refunded = one.restitutions?.Refund?.items
  if (refunded?.length)
    return refunded.filter(({ id }) => id === item.id).reduce((sum, { quantity }) => sum + quantity, 0)
  return one.invoiceValue && order.value && one.invoiceValue >= order.value ? item.quantity : 0
}

/** When the parcel was delivered. Without a date: at its last event. */
function deliveryOf({ courierStatus }: Parcel, order: VtexOrder): number | undefined {
  if (!courierStatus?.finished) return undefined
  const events = (courierStatus.data ?? []).map(({ lastChange }) => lastChange ?? 0)
  const { deliveredDate = 0 } = courierStatus
  // VTEX writes `0001-01-01` for an unknown date.
  return deliveredDate > 0 ? deliveredDate : Math.max(0, ...events) || lastChangeOf(order)
}

const lastChangeOf = ({ lastChange, creationDate }: VtexOrder) => lastChange ?? creationDate ?? 0
