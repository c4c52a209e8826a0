/** Who may import whom: the rules of ARCHITECTURE.md, checked by `npm run check`. */
const domains =
  '^server/(accounts|archives|audit|dashboard|doctor|files|forms|imports|insights|jobs|mail|moderation|orders|people|pictures|products|questions|requests|reviews|stores|widgets)/'

// The dashboard, from the ground up. A folder that is none of these is a screen, as the frame around them is.
const dashboardFloors = [
  '^dashboard/(api|theme)\\.',
  '^dashboard/(session|store|store-settings)\\.',
  '^dashboard/words/',
  '^dashboard/parts/',
  '^dashboard/(?!words/|parts/|build/)([^/]+)/',
  '^dashboard/(screens|app|main)\\.',
]

export default {
  forbidden: [
    ...dashboardFloors.slice(0, -1).map((floor, at) => ({
      name: `dashboard-floor-${at}-climbs`,
      comment:
        'What a floor needs is on its own or below: see dashboardFloors. Types climb as little as values.',
      severity: 'error',
      from: { path: floor },
      to: { path: dashboardFloors.slice(at + 1) },
    })),
    {
      name: 'dashboard-screens-stand-alone',
      comment: 'What two screens share is in parts/.',
      severity: 'error',
      from: { path: dashboardFloors.at(-2) },
      to: { path: dashboardFloors.at(-2), pathNot: '^dashboard/$1/' },
    },
    {
      name: 'dashboard-files-have-a-floor',
      severity: 'error',
      from: { path: '^dashboard/', pathNot: '^dashboard/build/' },
      to: { path: '^dashboard/', pathNot: dashboardFloors },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'lib-knows-no-domain',
      comment: 'lib/ is what any project could use: it imports nothing of ours but itself.',
      severity: 'error',
      from: { path: '^server/lib/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(?!lib/)' },
    },
    {
      name: 'http-knows-no-domain',
      comment: 'Only credentials.ts may name what a key is, and only as a type.',
      severity: 'error',
      from: { path: '^server/(http|database)/', pathNot: '\\.test\\.ts$' },
      to: { path: domains, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'domains-know-no-command',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(commands/|main\\.ts)' },
      to: { path: '^server/commands/' },
    },
    {
      name: 'routes-are-named-once',
      comment: 'A route is reached through the table of routes.ts alone.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/routes\\.ts$' },
      to: { path: '-routes\\.ts$' },
    },
    {
      name: 'widgets-stand-alone',
      comment: "What runs in a shopper's browser takes nothing of the service.",
      severity: 'error',
      from: { path: '^widgets/' },
      to: { path: '^(server|e2e|bench)/' },
    },
    {
      name: 'the-rating-is-light',
      comment: 'The entry and the rating take no Lit: it comes with the chunks.',
      severity: 'error',
      from: { path: '^widgets/([^/]+|elements/rating/.+)\\.ts$', pathNot: '^widgets/styles\\.ts$' },
      to: { path: '(node_modules/lit|^widgets/styles\\.ts)' },
    },
    {
      name: 'tests-stay-in-tests',
      severity: 'error',
      from: { path: '^server/', pathNot: ['\\.test\\.ts$', '^server/test/'] },
      to: { path: ['^server/test/', '\\.test\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js', '.json'] },
  },
}
