import { plainName } from '../guess.ts'

/** What "yes" in a column means for the review of its row. */
export type Sense = keyof typeof names

/** What a column says of whether a review is public, as its name suggests. */
export type StateName = {
  sense: Sense
  /** Its values are instants, such as those of `deleted_at`: any of them is a "yes". */
  isDated: boolean
  /** A name that also means other things. It is a state only as far as its values are understood. */
  isWeak: boolean
}

// In English, Portuguese and Spanish, and the most frequent ones in French, German and Italian, as `plainName` writes them.
const names = {
  /** Says the state in words, or 1 and 0. */
  state: `
    status statut stato state situacao estado estatus approval_status approval_state approval moderation_status moderation_state
    publication_status publication_state publish_status published_status visibility_status visibility_state mod_status
    aprovacao aprobacion status_aprovacao status_moderacao status_publicacao situacao_aprovacao situacao_publicacao
    estado_aprobacion estado_moderacion estado_publicacion post_status curated_status`,
  /** Says the state in words alone: a 1 could mean either. */
  words:
    'moderation moderacao moderacion curated curation visibility visibilidade visibilidad privacy privacidade privacidad',
  /** Without a "yes" nobody has decided yet. */
  approving: `
    approved approve aproved aprovado aprovada aprovar aprobado aprobada aprobar accepted aceito aceita aceptado
    aceptada validate validated validado validada valid moderated moderado moderada confirmed confirmado confirmada
    authorized autorizado autorizada liberado liberada approuve approuvee freigegeben approvato approvata`,
  /** A "no" is a decision. */
  showing: `
    published publish publicado publicada publicar visible visivel show shown exibir exibido exibida mostrar mostrado
    mostrada display displayed enabled enable habilitado habilitada active activated ativo ativa ativado ativada activo
    activa activado activada publie publiee veroffentlicht sichtbar aktiv pubblicato pubblicata visibile public publico publica live online listed`,
  hiding: `
    hidden hide oculto oculta ocultar escondido escondida esconder archived archive arquivado arquivada archivado
    archivada rejected reject rejeitado rejeitada recusado recusada reprovado reprovada rechazado rechazada declined
    blocked block banned bloqueado bloqueada private privado privada disabled disable desativado desativada
    desabilitado desabilitada deshabilitado deshabilitada desactivado desactivada inactive inativo inativa inactivo
    inactiva unpublished unpublish despublicado despublicada invisible invisivel suppressed censored unlisted offline
    withdrawn fake masque masquee versteckt ausgeblendet nascosto nascosta`,
  discarding: `
    deleted delete deletion excluido excluida exclusao eliminado eliminada eliminacion apagado apagada borrado borrada
    deletado deletada removed remove removal removido removida spam junk trash trashed lixeira papelera supprime supprimee geloscht eliminata corbeille papierkorb cestino soft_deleted
    erased`,
  doubting: `
    pending draft unapproved flagged quarantine quarantined quarentena cuarentena unmoderated unconfirmed on_hold hold awaiting_moderation awaiting_approval
    needs_moderation needs_approval needs_review requires_moderation requires_approval in_moderation pendente pendiente
    rascunho borrador aguardando_moderacao aguardando_aprovacao pendiente_moderacion pendiente_aprobacion`,
}

const weakNames = new Set([
  'display',
  'show',
  'live',
  'online',
  'valid',
  'private',
  'fake',
  'listed',
  'archive',
])

const senses = new Map(
  Object.entries(names).flatMap(([sense, words]) =>
    words
      .trim()
      .split(/\s+/)
      .map(name => [name, sense as Sense] as const),
  ),
)

/** Words around the one that counts, such as those of `is_review_approved` and "Visível no site?". */
const around = new Set(
  `review reviews comment comments rating feedback testimonial avaliacao avaliacoes opiniao opinion opiniones resena
  resenas comentario comentarios depoimento question questions pergunta preguntas pregunta is was has been are e esta
  foi es fue ha sido na no da do de del la el en em on the in by to for site sitio web website loja tienda store shop page pagina
  storefront front frontend flag value wp cr wc current product_page`.split(/\s+/),
)

const opposite: Partial<Record<Sense, Sense>> = {
  approving: 'doubting',
  showing: 'hiding',
  hiding: 'showing',
  discarding: 'showing',
  doubting: 'approving',
}

const ofReplies =
  /^(?:(?:store|shop|merchant|owner|admin|public)_)?(?:reply|answer|response|resposta|respuesta)_(?:is_)?/

/** What a column's name says of whether the store's reply is public, such as `reply_published`. */
export function replyStateNameOf(column: string): StateName | undefined {
  const name = plainName(column)
  return ofReplies.test(name) ? stateNameOf(name.replace(ofReplies, '')) : undefined
}

/** What a column's name says of the state of reviews; undefined for the name of any other column. */
export function stateNameOf(column: string): StateName | undefined {
  const name = plainName(column).replace(/_(yes_no|y_n|sim_nao|s_n|si_no|1_0|0_1|true_false)$/, '')
  const tokens = name.split('_')
  const [first = ''] = tokens
  const isNegated = tokens.length > 1 && /^(not|non|nao|un)$|^no$/.test(first)
  const isDated =
    tokens.length > 1 && /^(at|on|em|en|date|datetime|time|gmt|data|fecha)$/.test(tokens.at(-1) ?? '')
  const isDatedFirst = tokens.length > 1 && /^(data|fecha|date)$/.test(first)
  const rest = tokens
    .slice(isNegated || isDatedFirst ? 1 : 0, isDated ? -1 : undefined)
    .filter(token => !around.has(token))
    .join('_')
  const sense = senses.get(rest)
  if (sense === undefined || ((isDated || isDatedFirst) && !isOfInstants(sense, isDatedFirst)))
    return undefined
  const meant = isNegated ? opposite[sense] : sense
  return meant && { sense: meant, isDated: isDated || isDatedFirst, isWeak: weakNames.has(rest) }
}

// "Data de publicação" is the date of the review in many files, and `status_date` that of its last change.
function isOfInstants(sense: Sense, isDatedFirst: boolean): boolean {
  if (sense === 'hiding' || sense === 'discarding') return true
  return (sense === 'approving' || sense === 'showing') && !isDatedFirst
}
