import { type ShopFetch, ShopProblem } from '../../connections/platform.ts'
import { loopbackFetch } from './loopback-fetch.ts'

/** Requests to a fake shop that fails at random: each is retried at once, until it succeeds. */
export const patientFetch: ShopFetch = async request => {
  for (;;)
    try {
      return await loopbackFetch(request)
    } catch (error) {
      if (!(error instanceof ShopProblem && error.isTemporary)) throw error
    }
}
