/** Why an endpoint is not accepted. The dashboard has these sentences in other languages. */
export const refusals = {
  address: 'it takes an address that begins with https://, without a user or password',
  plain: 'it takes https; plain http is for networks of EGRESS_ALLOW',
  port: 'it takes port 443; leave the port out, or the operator can allow it with EGRESS_ALLOW',
  private: 'it is in a private network; the operator can allow one with EGRESS_ALLOW',
  many: 'more than 20; delete one first',
} as const
