import { z } from 'zod'
import { text } from '../../foundation/http/input/fields.ts'
import { longestPassword, shortestPassword } from './passwords/passwords.ts'

/** An address to sign in with. */
export const signInEmail = z.email().max(254)

/** Checks only the length. `refuseWeak` checks the rest, which depends on the user. */
export const newPassword = text(longestPassword, shortestPassword)

export const linkToken = text(100, 1)
