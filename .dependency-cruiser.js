/** The districts of `server/`, lowest first, and the folders of each, lowest first: docs/decisions/0097-nine-districts.md. */
const districts = {
  foundation:
    'lib | config database texts | jobs | errors | http | personal-data storage | events mailings visitors',
  tenants: 'stores | notices | accounts admission products',
  asking: 'requests | rules | orders | rewards | mail | channels | dispatch | campaigns',
  answers: 'moderation | questions reviews | forms insights mail-kinds',
  exchange: 'archives feeds | imports',
  links: 'connections | channels webhooks | notices',
  upkeep: 'moving | backups | housekeeping secrets | people watch | doctor',
  api: 'management operators widgets | dashboard | access | routes',
  service: 'commands+app+workers', // each imports the others
}
const names = Object.keys(districts)

/** The levels of `dashboard/`, lowest first. A folder that is none of these is a screen. */
const screens = '(?!words/|parts/|build/)([^/]+)/'
const shared = ['(api|query-client|theme|styles)\\.', '(session|store|store-settings)\\.', 'words/', 'parts/']
const levels = [...shared, screens, '(screens|app|main)\\.'].map(level => `^dashboard/${level}`)

const tsConfig = { fileName: 'tsconfig.json' }
const tests = '\\.test\\.ts$'
const any = parts => `(${parts.join('|') || '^$'})`
const rule = (name, path, to, but = []) => ({
  name,
  severity: 'error',
  from: { path, pathNot: [...but, tests] },
  to: typeof to === 'string' ? { path: to } : to,
})

/** Inside a district, no folder imports a value from a higher row, or from another folder of its own row. */
const inside = name => {
  const rows = districts[name].split(' | ').map(row => row.replaceAll('+', '|').split(' '))
  const rulesOf = (row, at) =>
    row.map(folder => {
      const others = [...row.filter(other => other !== folder), ...rows.slice(at + 1).flat()]
      const to = { path: placeOf(name, others), dependencyTypesNot: ['type-only'] }
      return rule(`${name}/${folder}-climbs`, placeOf(name, [folder]), to)
    })
  return rows.flatMap(rulesOf)
}
const placeOf = (name, folders) => `^server/${name}/${any(folders)}[/.]`
const placed = names.map(name => placeOf(name, districts[name].split(/[ |+]+/)))
const higherThan = at => `^server/${any([...names.slice(at + 1), 'main\\.'])}`
const [rating, lit] = ['^widgets/([^/]+|elements/rating/.+)\\.ts$', 'node_modules/lit|^widgets/styles\\.']

export default {
  forbidden: [
    // No district imports a higher one, types included. All may import the type of dependencies.ts.
    ...names.map((name, at) => rule(`${name}-climbs`, `^server/${name}/`, higherThan(at))),
    ...names.flatMap(inside),
    rule('has-a-place', '^server/', {}, [...placed, '^server/(test/|main|dependencies)']),
    ...levels.map((level, at) => rule(`dashboard-${at}-climbs`, level, any(levels.slice(at + 1)))),
    rule('screens-are-separate', levels[4], { path: levels[4], pathNot: '^dashboard/$1/' }),
    rule('has-a-level', '^dashboard/', { path: '^dashboard/', pathNot: levels }, ['^dashboard/build/']),
    rule('no-circles', '', { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
    rule('lib-knows-no-domain', '^server/foundation/lib/', '^server/(?!foundation/lib/)'),
    rule('routes-are-named-once', '^server/', '-routes\\.ts$', ['^server/api/routes/']),
    rule('widgets-are-separate', '^widgets/', '^(server|e2e|bench)/'),
    rule('rating-takes-no-lit', rating, lit, ['/styles\\.']),
    rule('tests-stay-in-tests', '^server/', any(['^server/test/', tests]), ['^server/test/']),
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsPreCompilationDeps: true, tsConfig },
}
