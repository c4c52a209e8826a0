import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { succeeds, useDraft } from '../parts/drafts/draft.ts'
import { SaveBar } from '../parts/drafts/save-bar.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { type Choices, readView, type View, withView } from './choices.ts'
import { defaultLook, type Look, lookOf, type SavedDesign } from './look.ts'
import { useSaveDesign } from './query.ts'

type ChoicesContextValue = {
  choices: Choices
  /** Changes the draft of the design, the view, or both. */
  change: (change: Partial<Choices>) => void
  /** Returns the design to the defaults, unsaved. */
  reset: () => void
  isDefault: boolean
}

const ChoicesContext = createContext<ChoicesContextValue | undefined>(undefined)

/** The widget choices and functions to change them. Throws outside ChoicesProvider. */
export function useChoices(): ChoicesContextValue {
  const context = useContext(ChoicesContext)
  if (!context) throw new Error('ChoicesProvider is missing')
  return context
}

export const designDraft = 'widgets/design'

/** Holds the choices: the design as a draft over the saved one, with a bar to save its changes, and the view in the URL. */
export function ChoicesProvider({ saved, children }: { saved: SavedDesign; children: ReactNode }) {
  const { isOwner } = useStore()
  const texts = useTexts('widgets')
  const [view, changeView] = useView()
  const draft = useDraft(isOwner ? designDraft : undefined, lookOf(saved))
  const save = useSaveDesign()
  const change = (changes: Partial<Choices>) => {
    const entries = Object.entries(changes)
    const look = entries.filter(([name]) => name in defaultLook)
    const ofView = entries.filter(([name]) => !(name in defaultLook))
    if (look.length > 0) draft.change(Object.fromEntries(look))
    if (ofView.length > 0) changeView(Object.fromEntries(ofView))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void draft.save(() => succeeds(save.mutateAsync(draft.edits)))
  }
  const choices = { ...view, ...draft.values }
  const isDefault = JSON.stringify(draft.values) === JSON.stringify(lookOf({}))
  return (
    <ChoicesContext.Provider value={{ choices, change, reset: () => draft.change(defaultLook), isDefault }}>
      {children}
      <form noValidate onSubmit={onSubmit}>
        <SaveBar
          visible={draft.isDirty}
          busy={save.isPending}
          failure={save.error}
          conflicts={draft.conflicts.map(name => fieldLabel(texts, name))}
          discard={() => {
            draft.discard()
            save.reset()
          }}
        />
      </form>
    </ChoicesContext.Provider>
  )
}

// The router changes the URL in a transition, which is too late for an input.
function useView(): [View, (change: Partial<View>) => void] {
  const [params, setParams] = useSearchParams()
  // A phone shows a phone's page: a desktop's would be too small to read.
  const { current: defaults } = useRef<Partial<View>>(
    matchMedia('(max-width: 48em)').matches ? { width: 'phone' } : {},
  )
  const [view, setView] = useState(() => readView(params, defaults))
  useEffect(() => setView(readView(params, defaults)), [params, defaults])
  const change = (changes: Partial<View>) => {
    setView(now => ({ ...now, ...changes }))
    setParams(now => withView(now, changes, defaults), { replace: true })
  }
  return [view, change]
}

function fieldLabel(texts: ReturnType<typeof useTexts<'widgets'>>, name: keyof Look): string {
  if (name in texts.color) return texts.color[name as keyof typeof texts.color]
  const labels = {
    ...{ stars: texts.starsStyle, header: texts.header, list: texts.list, perPage: texts.perPage },
    ...{ asks: texts.asks, structured: texts.structured, topics: texts.topics, font: texts.font },
    ...{ radius: texts.radius, size: texts.size },
  }
  return labels[name as keyof typeof labels]
}
