import { createContext, type ReactNode, useContext } from 'react'
import type { Me } from '../server/accounts/sign-in/session-schemas.ts'

type Store = Me['stores'][number]

const StoreContext = createContext<Store | undefined>(undefined)

export function StoreProvider({ store, children }: { store: Store; children: ReactNode }) {
  return <StoreContext.Provider value={store}>{children}</StoreContext.Provider>
}

/** The store on the screen, and what the person may do in it. The server decides again at each request. */
export function useStore(): Store & { mayModerate: boolean; isOwner: boolean } {
  const store = useContext(StoreContext)
  if (!store) throw new Error('no StoreProvider around this')
  return { ...store, mayModerate: store.role !== 'viewer', isOwner: store.role === 'owner' }
}

/** The clock that days and times on the screen are of: the store's; the browser's where there is no store. */
export const useTimeZone = (): string | undefined => useContext(StoreContext)?.time_zone
