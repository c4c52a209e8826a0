/** A value, or a placeholder of the shop's own template: `{{ product.id }}`. */
export type MarkupValue = string | { template: string }
export type Attributes = Record<string, MarkupValue>

export function scriptMarkup(address: string): string
export function elementMarkup(name: string, attributes: Attributes): string
export function styleMarkup(names: string[], variables: Record<string, string>): string
export function styleRule(names: string[], variables: Record<string, string>): string

export function escaped(text: string): string
