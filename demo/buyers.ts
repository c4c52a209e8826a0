/** Buyers of the demo's shop without a review, newest first; `fate` is what happened to the order. */
export const buyers: {
  name: string
  fate?: 'cancelled' | 'moved' | 'unsubscribed' | 'bounced' | 'unusable'
}[] = [
  { name: 'Beatriz Nogueira' },
  { name: 'Caio Menezes' },
  { name: 'Larissa Prado' },
  { name: 'Thiago Azevedo', fate: 'moved' },
  { name: 'Helena Duarte' },
  { name: 'Otávio Brandão' },
  { name: 'Yasmin Correia', fate: 'cancelled' },
  { name: 'Murilo Pacheco' },
  { name: 'Priscila Amaral', fate: 'unusable' },
  { name: 'Renan Siqueira' },
  { name: 'Vitória Lacerda' },
  { name: 'Igor Valente' },
  { name: 'Camila Rezende' },
  { name: 'Daniel Fontes' },
  { name: 'Elisa Guerra', fate: 'cancelled' },
  { name: 'Fábio Quintana' },
  { name: 'Gabriela Simas' },
  { name: 'Henrique Bastos', fate: 'unsubscribed' },
  { name: 'Isadora Cunha' },
  { name: 'João Pedro Salles' },
  { name: 'Karina Vidal' },
  { name: 'Leandro Teles' },
  { name: 'Mariana Peixoto', fate: 'bounced' },
  { name: 'Nathan Coelho' },
  { name: 'Olívia Marques' },
  { name: 'Paulo Sampaio' },
  { name: 'Raquel Bittencourt' },
  { name: 'Sérgio Paiva' },
  { name: 'Tainá Borges', fate: 'cancelled' },
  { name: 'Ulisses Freitas' },
  { name: 'Valéria Moura' },
  { name: 'Wagner Leal' },
  { name: 'Alice Figueira' },
  { name: 'Bruno Carvalhal' },
  { name: 'Cecília Teixeira' },
  { name: 'Davi Nascimento' },
  { name: 'Eduarda Ramalho' },
  { name: 'Felipe Andrade' },
  { name: 'Giovana Castilho' },
  { name: 'Hugo Barreto' },
]

/** The e-mail address of a person in the demo. */
export function emailOf(name: string): string {
  const local = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z]+/g, '.')
  const latin = local.replace(/^\.|\.$/g, '').toLowerCase()
  return `${latin || `buyer.${name.codePointAt(0)}`}@example.com`
}
