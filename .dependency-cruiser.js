/** Import rules, checked by `npm run check`: the folders of `server/` in levels, lowest first. */
// Folders are on the way into the nine districts: see docs/decisions/0089.
const at = '^server/(?:(?:foundation|tenants|asking|answers|exchange|links|upkeep|api|service)/)?'

const levels = [
  ['lib'],
  ['config', 'database', 'texts'],
  ['jobs'],
  ['moving'],
  ['errors'],
  ['audit', 'http'],
  ['storage', 'personal-data'],
  ['events'],
  ['backups'],
  ['mailings', 'stores'],
  ['admission', 'accounts', 'products', 'requests'],
  ['orders'],
  ['visitors'],
  ['mail'],
  ['moderation'],
  ['questions', 'reviews'],
  ['archives', 'dispatch', 'feeds'],
  ['imports'],
  ['connections'],
  ['webhooks'],
  ['insights'],
  ['housekeeping', 'secrets'],
  ['people', 'watch', 'widgets', 'forms'],
  ['dashboard', 'doctor', 'management', 'operators'],
  ['mail-kinds', 'access', 'dependencies', 'routes', 'workers', 'app'],
  ['commands', 'main'],
]

// On the two highest levels, which only assemble the service, files of one level may import each other.
const top = levels.length - 2

/** No file of `server/` imports a value from a higher level, or from another folder of its own level. */
const climbing = levels.flatMap((level, height) =>
  level.map(folder => ({
    name: `server/${folder} is on level ${height}`,
    severity: 'error',
    from: { path: `${at}${folder}[/.]`, pathNot: '\\.test\\.ts$' },
    to: {
      path: `${at}(${[...level.filter(other => other !== folder && height < top), ...levels.slice(height + 1).flat()].join('|') || '-'})[/.]`,
      pathNot: '\\.test\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  })),
)

// The levels of the dashboard, lowest first. A folder that is none of these is a screen, as the frame around them is.
const dashboardLevels = [
  '^dashboard/(api|query-client|theme|styles)\\.',
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
      name: 'every-folder-has-a-level',
      severity: 'error',
      from: { path: '^server/', pathNot: [`${at}(${levels.flat().join('|')}|test)[/.]`, '\\.test\\.ts$'] },
      to: {},
    },
    ...dashboardLevels.slice(0, -1).map((level, at) => ({
      name: `dashboard-level-${at}-imports-upwards`,
      comment: 'A level imports only from itself and lower levels: see dashboardLevels. This includes types.',
      severity: 'error',
      from: { path: level },
      to: { path: dashboardLevels.slice(at + 1) },
    })),
    {
      name: 'dashboard-screens-are-separate',
      comment: 'What two screens share is in parts/.',
      severity: 'error',
      from: { path: dashboardLevels.at(-2) },
      to: { path: dashboardLevels.at(-2), pathNot: '^dashboard/$1/' },
    },
    {
      name: 'dashboard-files-have-a-level',
      severity: 'error',
      from: { path: '^dashboard/', pathNot: '^dashboard/build/' },
      to: { path: '^dashboard/', pathNot: dashboardLevels },
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
      from: { path: '^server/foundation/lib/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/(?!foundation/lib/)' },
    },
    {
      name: 'routes-are-named-once',
      comment: 'A route is reached through the tables of routes/ alone.',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(api/)?routes/' },
      to: { path: '-routes\\.ts$' },
    },
    {
      name: 'widgets-are-separate',
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
