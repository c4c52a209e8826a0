import { queryOptions } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import type { Me } from '../server/tenants/accounts/sign-in/session-schemas.ts'
import { ApiFailure, get } from './api.ts'

export type Role = Me['stores'][number]['role']

const MeContext = createContext<Me | undefined>(undefined)

/** The signed-in user. Throws outside of SessionProvider. */
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) throw new Error('useMe needs a SessionProvider')
  return me
}

/** Fetches the signed-in user; null if signed out. */
export const sessionQuery = queryOptions({
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

export function SessionProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <MeContext.Provider value={me}>{children}</MeContext.Provider>
}
