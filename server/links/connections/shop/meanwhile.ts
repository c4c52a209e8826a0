import { type ShopChange, ShopProblem } from '../platform.ts'

/**
 * Reads an order that its webhook contains with what only the shop's API knows of it. A temporary problem of that API is
 * thrown with the order as the webhook says it (`ShopProblem.meanwhile`), so that no order waits for niceties.
 */
export async function orMeanwhile(
  whole: () => Promise<ShopChange[]>,
  ofWebhook: () => ShopChange[] | Promise<ShopChange[]>,
): Promise<ShopChange[]> {
  try {
    return await whole()
  } catch (error) {
    if (!(error instanceof ShopProblem) || !error.isTemporary) throw error
    const meanwhile = await ofWebhook()
    throw new ShopProblem(error.what, error.mend, { isTemporary: true, cause: error, meanwhile })
  }
}
