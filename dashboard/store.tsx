import { createContext, type ReactNode, useContext } from 'react'
import type { Me } from '../server/tenants/accounts/sign-in/session-schemas.ts'

type Store = Me['stores'][number]

const StoreContext = createContext<Store | undefined>(undefined)

export function StoreProvider({ store, children }: { store: Store; children: ReactNode }) {
  return <StoreContext.Provider value={store}>{children}</StoreContext.Provider>
}

/** The current store, and the user's permissions in it. The server checks them again on each request. */
export function useStore(): Store & { mayModerate: boolean; isOwner: boolean } {
  const store = useContext(StoreContext)
  if (!store) throw new Error('useStore needs a StoreProvider')
  return { ...store, mayModerate: store.role !== 'viewer', isOwner: store.role === 'owner' }
}

/** The store's time zone; undefined outside of a store, where Intl uses the browser's. */
export const useTimeZone = (): string | undefined => useContext(StoreContext)?.time_zone
