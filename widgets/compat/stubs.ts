// Globals that pages made for other services call: `$BV.ui(…)`, `new Yotpo.API(yotpo)`, `jdgmCacheServer.reloadAll()`. The
// script that defined them is gone, and a page's own code after such a call would not run.
const globals = [
  '$BV',
  'BV',
  'yotpo',
  'Yotpo',
  'yotpoWidgetsContainer',
  'jdgm',
  'jdgmCacheServer',
  'okeWidgetApi',
  'okendoInitApi',
  'StampedFn',
  'LOOX',
]

/** Defines those globals that the page lacks. Whatever is read from one or called does nothing and is one again. */
export function defineStubs(): void {
  const page = globalThis as Record<string, unknown>
  for (const name of globals) page[name] ??= stub
}

const nothing = (): unknown => stub
// Over a class, because `new` refuses an arrow function.
const stub: unknown = new Proxy(class {}, {
  apply: nothing,
  construct: () => stub as object,
  // No promise, which `await` would never see settled. What every function has is as it is, so that it can be a text.
  get: (target, name) =>
    name in target
      ? Reflect.get(target, name)
      : typeof name === 'symbol' || name === 'then'
        ? undefined
        : stub,
})
