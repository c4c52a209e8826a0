import { domainToASCII } from 'node:url'
import { isCompanyDomain } from 'company-email-validator'
import type { FieldProblem } from '../../../foundation/errors/field-problems.ts'
import { comparableAddress } from '../../../foundation/lib/text/email-address.ts'

// Domains whose addresses only the store's team has. They match exactly: shop.example is not mail.shop.example.

export const mostInsiderDomains = 20

/** In order, each once, as addresses are compared, and without the @ that people write before a domain. */
export function tidyInsiderDomains(domains: string[]): string[] {
  const tidied = domains.map(domain => {
    const text = domain.trim().replace(/^@/, '')
    return domainToASCII(text) || text
  })
  return [...new Set(tidied)].sort()
}

/** Those where not anybody gets an address, tidied. */
export function withoutMailProviders(domains: string[]): string[] {
  return tidyInsiderDomains(domains).filter(isCompanyDomain)
}

/** What is wrong with the first of them that is no domain, or a new one where anybody gets an address. */
export function wrongInsiderDomains(domains: string[], known: string[]): FieldProblem[] {
  const path = 'insider_domains'
  if (domains.length > mostInsiderDomains)
    return [{ path, problem: 'array_max', values: [mostInsiderDomains] }]
  const unreadable = domains.find(domain => comparableAddress(`a@${domain}`) !== `a@${domain}`)
  if (unreadable !== undefined)
    return [{ path, problem: 'like', values: ['shop.example'], given: unreadable }]
  const shared = domains.find(domain => !known.includes(domain) && !isCompanyDomain(domain))
  return shared === undefined ? [] : [{ path, problem: 'mail_provider', values: [shared] }]
}
