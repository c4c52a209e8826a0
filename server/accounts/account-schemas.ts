import { z } from 'zod'
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
