// A plugin of StrykerJS: texts for the API reference are no logic. `npm run check:openapi` checks those.

type Path = {
  isObjectExpression: () => boolean
  parent?: { type: string; callee?: { property?: { name?: string } } }
}

function shouldIgnore(path: Path): string | undefined {
  if (!path.isObjectExpression() || path.parent?.type !== 'CallExpression') return undefined
  return path.parent.callee?.property?.name === 'meta' ? 'A text of the API reference.' : undefined
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'descriptions', value: { shouldIgnore } }]
