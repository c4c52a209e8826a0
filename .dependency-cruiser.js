/** Who may import whom, checked by `npm run check`: `server/` has floors, the lowest first. */
const floors = [
  ['lib'],
  ['config', 'database'],
  ['jobs'],
  ['errors'],
  ['audit', 'http'],
  ['pictures', 'personal-data', 'days'],
  ['files', 'mailings', 'stores'],
  ['accounts', 'products', 'requests'],
  ['orders'],
  ['moderation', 'visitors'],
  ['mail'],
  ['questions', 'reviews'],
  ['archives', 'dispatch'],
  ['imports'],
  ['insights'],
  ['housekeeping'],
  ['people', 'widgets', 'forms'],
  ['dashboard', 'doctor'],
  ['mail-kinds', 'access', 'dependencies', 'routes', 'workers', 'app'],
  ['commands', 'main'],
]

// On the two highest floors, which only put the service together, files of one floor may import each other.
const top = floors.length - 2

/** Imports of values never climb from a floor of `server/` to a higher one, nor cross it. */
const climbing = floors.flatMap((floor, height) =>
  floor.map(room => ({
    name: `server/${room} is on floor ${height}`,
    severity: 'error',
    from: { path: `^server/${room}[/.]`, pathNot: '\\.test\\.ts$' },
    to: {
      path: `^server/(${[...floor.filter(other => other !== room && height < top), ...floors.slice(height + 1).flat()].join('|') || '-'})[/.]`,
      pathNot: '\\.test\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  })),
)

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
    ...climbing,
    {
      name: 'every-folder-has-a-floor',
      severity: 'error',
      from: { path: '^server/', pathNot: [`^server/(${floors.flat().join('|')}|test)[/.]`, '\\.test\\.ts$'] },
      to: {},
    },
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
