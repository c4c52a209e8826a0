/** What is mutated, and the test files that run. All but the widgets' need no database. Paths from the root, with globs. */
export type Part = { mutate: string[]; tests: string[] }

export const parts: Record<string, Part> = {
  schedule: {
    mutate: [
      'server/asking/requests/{schedule,reasons,reminder-time}.ts',
      'server/tenants/stores/settings/own-holidays.ts',
      'server/foundation/lib/time/days.ts',
    ],
    tests: [
      'server/asking/requests/{schedule,sending-hours,closed-days,reasons}.test.ts',
      'server/tenants/stores/settings/own-holidays.test.ts',
    ],
  },
  holidays: {
    mutate: ['server/asking/requests/holidays.ts'],
    tests: ['server/asking/requests/{closed-days,holidays}.test.ts'],
  },
  rules: {
    mutate: [
      'server/asking/rules/{choose,plan}.ts',
      'server/asking/requests/by-rule.ts',
      'server/tenants/stores/settings/request-rules.ts',
    ],
    tests: [
      'server/asking/rules/{choose,plan}.test.ts',
      'server/asking/requests/by-rule.test.ts',
      'server/tenants/stores/settings/request-rules.test.ts',
    ],
  },
  consent: {
    mutate: ['server/asking/channels/{phones,quiet-hours,stop-words}.ts'],
    tests: ['server/asking/channels/*.test.ts'],
  },
  rewards: {
    mutate: ['server/asking/rewards/{read-codes,reward-rules,star-words}.ts'],
    tests: ['server/asking/rewards/{read-codes,reward-rules,star-words}.test.ts'],
  },
  imports: {
    mutate: ['server/exchange/imports/reading/cells/*.ts', 'server/exchange/imports/reading/columns.ts'],
    tests: [
      'server/exchange/imports/reading/cells/*.test.ts',
      'server/exchange/imports/reading/columns.test.ts',
    ],
  },
  names: {
    mutate: ['server/foundation/lib/text/{short-name,person-name,full-name,without-name,capital}.ts'],
    tests: [
      'server/foundation/lib/text/short-name.test.ts',
      'server/asking/mail/composing/greetings.test.ts',
    ],
  },
  checks: {
    // Not `hasSameText`, which is a statement.
    mutate: [
      'server/answers/moderation/{checks,insults,links,words}.ts',
      'server/answers/moderation/same-text.ts:1-23',
    ],
    tests: ['server/answers/moderation/{checks,links,places,same-text}.test.ts'],
  },
  sdk: {
    mutate: ['packages/sdk/src/{clients,error,operations,retries,webhooks}.ts'],
    tests: ['packages/sdk/test/{webhooks,requests,attempts}.test.ts'],
  },
  // The modules of the widgets that need no browser.
  'widget-functions': {
    mutate: [
      'widgets/elements/{fold,more-properties,properties}.ts',
      'widgets/elements/reviews/summary.ts',
      'widgets/elements/strips/queries.ts',
    ],
    tests: ['widgets/elements/{fold,properties}.test.ts', 'widgets/elements/{reviews,strips}/*.test.ts'],
  },
  // Not styles, drawings and texts.
  widgets: {
    mutate: [
      'widgets/{api,config,define,design,discovery,locale,register}.ts',
      'widgets/compat/{compat,marks}.ts',
      'widgets/elements/{element,foldable,loading-element,say,stars}.ts',
      'widgets/elements/rating/{rating,rating-cache,rating-requests}.ts',
      'widgets/elements/reviews/{adding,description,feed,lists,structured-data,write-link}.ts',
      'widgets/elements/reviews/cards/{memory,visitor,votes}.ts',
      'widgets/elements/reviews/{attributes,extras}/load.ts',
      'widgets/elements/reviews/dialogs/{history,swipe}.ts',
      'widgets/elements/questions/form/frame-messages.ts',
      'widgets/elements/store/{lists,product-link}.ts',
      'widgets/elements/strips/picture-link.ts',
    ],
    tests: ['e2e/widgets/**/*.test.ts'],
  },
}
