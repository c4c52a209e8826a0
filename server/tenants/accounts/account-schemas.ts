import { z } from 'zod'
import { text } from '../../foundation/http/input/fields.ts'
import { webAddress } from '../stores/settings/settings-schemas.ts'
import { roles } from './roles.ts'

/** Shown once: the address for an authenticator app, and the recovery codes. */
export const factorOffer = z
  .object({ uri: z.string(), recovery_codes: z.array(z.string()) })
  .meta({ title: 'SecondFactorOffer' })

export const invitation = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: z.enum(roles),
    created_at: z.date(),
    expires_at: z.date(),
  })
  .meta({ title: 'Invitation' })

export const invitations = z.object({ result: z.array(invitation) })

/** What an invitation link shows. */
export const openInvitation = z
  .object({
    store: z.string(),
    email: z.string(),
    role: z.enum(roles),
    /** If so, the user signs in to accept. */
    has_account: z.boolean(),
  })
  .meta({ title: 'OpenInvitation' })

export type FactorOffer = z.infer<typeof factorOffer>
export type Invitations = z.infer<typeof invitations>
export type OpenInvitation = z.infer<typeof openInvitation>

/** The settings of a new store; wrong-settings.ts checks the language, time zone and address. */
export const newStore = z.strictObject({
  name: text(255, 1),
  locale: text(35, 2),
  time_zone: text(100, 1),
  country: z.string().regex(/^[A-Z]{2}$/),
  site_url: webAddress.nullable().default(null),
})

export const newStoreKeys = z.object({ store_id: z.uuid(), store_key: z.string(), api_key: z.string() })
