import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { Me } from '../server/accounts/sign-in/session-schemas.ts'
import { ApiFailure, get, remove } from './api.ts'
import { forgetDrafts } from './parts/kept-drafts.ts'

export type Role = Me['stores'][number]['role']

const MeContext = createContext<Me | undefined>(undefined)

/** Who is signed in; only below SessionProvider. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('no SessionProvider around this')
  return me
}

/** Undefined while nobody is signed in. */
export function useSessionQuery() {
  return useQuery({
    queryKey: ['session'],
    queryFn: async () => {
      try {
        return await get<Me>('/session')
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 401) return null
        throw error
      }
    },
  })
}

export function SessionProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <MeContext.Provider value={me}>{children}</MeContext.Provider>
}

/** Signs out, and forgets everything that was read, or typed and not saved. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  const { person } = useMe()
  return async () => {
    await remove('/session').catch(() => {})
    forgetDrafts(person.id)
    queries.clear()
    location.assign('/admin')
  }
}
