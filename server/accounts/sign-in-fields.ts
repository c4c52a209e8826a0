import { z } from 'zod'
import { text } from '../http/input/fields.ts'
import { longestPassword, shortestPassword } from './passwords/passwords.ts'

/** An address somebody signs in with. */
export const signInEmail = z.email().max(254)

/** The length alone. `refuseWeak` checks the rest, which depends on the user. */
export const newPassword = text(longestPassword, shortestPassword)

export const linkToken = text(100, 1)
