use super::{Wording, Words};

pub(super) const FRENCH: Words = Words {
    order_confirmed: Wording {
        subject: "Commande n°\u{a0}{number} confirmée",
        heading: "Merci pour votre commande n°\u{a0}{number}",
        opening: "Nous avons bien reçu votre commande chez {site}.",
        link: "Suivre votre commande",
        closing: "",
    },
    order_awaits_transfer: Wording {
        subject: "Comment régler la commande n°\u{a0}{number}",
        heading: "Merci pour votre commande n°\u{a0}{number}",
        opening: "Nous avons bien reçu votre commande chez {site}. Il reste à la régler.",
        link: "Suivre votre commande",
        closing: "",
    },
    order_fulfilled: Wording {
        subject: "La commande n°\u{a0}{number} est en route",
        heading: "Votre commande n°\u{a0}{number} est en route",
        opening: "",
        link: "Suivre votre commande",
        closing: "",
    },
    order_ready: Wording {
        subject: "La commande n°\u{a0}{number} est prête",
        heading: "Votre commande n°\u{a0}{number} est prête à être retirée",
        opening: "",
        link: "Voir votre commande",
        closing: "",
    },
    order_refunded: Wording {
        subject: "Remboursement de la commande n°\u{a0}{number}",
        heading: "Un remboursement pour votre commande n°\u{a0}{number}",
        opening: "Nous vous avons remboursé {amount}. Quelques jours peuvent s’écouler avant que la somme n’apparaisse sur \
                  votre compte.",
        link: "Voir votre commande",
        closing: "",
    },
    order_canceled: Wording {
        subject: "Commande n°\u{a0}{number} annulée",
        heading: "Votre commande n°\u{a0}{number} a été annulée",
        opening: "{site} a annulé votre commande.",
        link: "Voir votre commande",
        closing: "",
    },
    gift_cards: Wording {
        subject: "Votre carte cadeau",
        heading: "Votre carte cadeau",
        opening: "Merci pour votre commande n°\u{a0}{number}. Toute personne qui possède un code peut l’utiliser\u{a0}: \
                  gardez-le en lieu sûr.",
        link: "Voir votre commande",
        closing: "",
    },
    donation: Wording {
        subject: "Don n°\u{a0}{number} reçu",
        heading: "Merci pour votre don",
        opening: "Nous avons reçu {amount} de la part de {name}.",
        link: "Voir votre don",
        closing: "",
    },
    back_in_stock: Wording {
        subject: "De nouveau disponible\u{a0}: {product}",
        heading: "{product} est de nouveau disponible",
        opening: "Vous avez demandé à {site} de vous prévenir dès qu’il serait de nouveau possible de commander {product}. \
                  C’est le cas, dans la limite des stocks disponibles.",
        link: "Voir le produit",
        closing: "Vous recevez ce message parce que {email} a été saisi sur la page du produit. C’est le seul\u{a0}: votre \
                  adresse ne figure plus sur la liste.",
    },
    news_confirmation: Wording {
        subject: "Confirmez votre inscription",
        heading: "Confirmez votre inscription",
        opening: "Quelqu’un, sans doute vous, a demandé à recevoir à cette adresse les nouvelles de {site}. Ouvrez ce lien \
                  pour confirmer.",
        link: "Oui, je veux recevoir vos nouvelles",
        closing: "Le lien est valable sept jours. Si vous n’êtes pas à l’origine de cette demande, ne faites rien\u{a0}: \
                  vous ne recevrez plus de message.",
    },
    news_welcome: Wording {
        subject: "Votre inscription est confirmée",
        heading: "Votre inscription est confirmée",
        opening: "Vous recevrez désormais les nouvelles de {site}.\n\nSi vous n’en voulez plus, ce lien vous désinscrit.",
        link: "Se désinscrire",
        closing: "",
    },
    cart_reminder: Wording {
        subject: "Vous avez laissé des articles dans votre panier",
        heading: "Votre panier vous attend",
        opening: "Vous avez mis des articles dans votre panier chez {site}, sans encore les commander. Nous vous l’avons \
                  gardé.",
        link: "Revenir au panier",
        closing: "Vous recevez ce message parce que vous avez accepté d’avoir de nos nouvelles. Nous n’en envoyons qu’un \
                  par panier.",
    },
    review_request: Wording {
        subject: "Votre achat vous plaît-il\u{a0}?",
        heading: "Qu’en pensez-vous\u{a0}?",
        opening: "Vous avez reçu votre commande n°\u{a0}{number} chez {site} il y a quelque temps. Dites aux autres ce \
                  que vous en pensez\u{a0}: les étoiles suffisent, quelques mots aident encore plus.",
        link: "Donner votre avis",
        closing: "Nous n’envoyons qu’un message de ce type par commande. Chaque avis est relu avant d’être publié.",
    },
    email_verification: Wording {
        subject: "Confirmez votre adresse e-mail",
        heading: "Confirmez votre adresse e-mail",
        opening: "Vous avez créé un compte chez {site}. Ouvrez ce lien et connectez-vous pour confirmer que cette adresse est \
                  bien la vôtre.",
        link: "Confirmer l’adresse",
        closing: "Le lien fonctionne une seule fois, pendant sept jours. Si vous n’êtes pas à l’origine de cette demande, \
                  ne faites rien.",
    },
    email_change: Wording {
        subject: "Confirmez votre nouvelle adresse e-mail",
        heading: "Confirmez votre nouvelle adresse e-mail",
        opening: "Cette adresse doit devenir celle de votre compte chez {site}. Ouvrez ce lien et connectez-vous pour \
                  confirmer qu’elle est bien la vôtre.",
        link: "Confirmer l’adresse",
        closing: "Le lien fonctionne une seule fois, pendant un jour. Si vous n’êtes pas à l’origine de cette demande, ne \
                  faites rien.",
    },
    email_change_notice: Wording {
        subject: "L’adresse e-mail de votre compte va changer",
        heading: "L’adresse e-mail de votre compte va changer",
        opening: "Une personne qui connaît votre mot de passe souhaite donner une autre adresse e-mail à votre compte chez \
                  {site}.\n\nLe changement aura lieu dès que le lien envoyé à la nouvelle adresse sera ouvert. Si ce n’était \
                  pas vous, empêchez-le avec ce lien, puis choisissez un nouveau mot de passe.",
        link: "Empêcher le changement",
        closing: "Le lien fonctionne une seule fois, pendant un jour. Si c’était vous, ne faites rien.",
    },
    account_exists: Wording {
        subject: "Vous avez déjà un compte",
        heading: "Vous avez déjà un compte",
        opening: "Quelqu’un, probablement vous, a voulu utiliser cette adresse pour un compte chez {site}. Elle en a déjà un\u{a0}: \
                  connectez-vous. Si vous ne connaissez plus votre mot de passe, vous pourrez en choisir un nouveau.",
        link: "Se connecter",
        closing: "Si ce n’était pas vous, ne faites rien\u{a0}: votre compte reste inchangé.",
    },
    password_reset: Wording {
        subject: "Choisissez un nouveau mot de passe",
        heading: "Choisissez un nouveau mot de passe",
        opening: "Quelqu’un souhaite choisir un nouveau mot de passe pour votre compte chez {site}.",
        link: "Choisir un nouveau mot de passe",
        closing: "Le lien fonctionne une seule fois, pendant une heure. Si ce n’était pas vous, ne faites rien\u{a0}: votre \
                  mot de passe reste inchangé.",
    },
    order_received: Wording {
        subject: "Nouvelle commande n°\u{a0}{number}",
        heading: "Nouvelle commande n°\u{a0}{number}",
        opening: "{name} <{email}> a passé une commande.",
        link: "",
        closing: "",
    },
    donation_received: Wording {
        subject: "Nouveau don n°\u{a0}{number}",
        heading: "Nouveau don n°\u{a0}{number}",
        opening: "{name} <{email}> a fait un don.",
        link: "",
        closing: "",
    },
    payment_sent_back: Wording {
        subject: "Commande n°\u{a0}{number}\u{a0}: paiement remboursé",
        heading: "Un paiement de la commande n°\u{a0}{number} est remboursé",
        opening: "{amount} ont été versés par {email}.",
        link: "",
        closing: "Le remboursement est en cours. Vous n’avez rien à faire, sauf indication contraire dans la commande.",
    },
    form_answer: Wording {
        subject: "Nouveau message depuis la page «\u{a0}{page}\u{a0}»",
        heading: "Nouveau message depuis la page «\u{a0}{page}\u{a0}»",
        opening: "",
        link: "",
        closing: "",
    },
    comments_arrived: Wording {
        subject: "Nouveaux commentaires",
        heading: "Nouveaux commentaires sur votre site",
        opening: "",
        link: "",
        closing: "Dans l’administration, sous «\u{a0}Commentaires\u{a0}», vous pouvez les approuver, y répondre ou les supprimer.",
    },
    publication_failed: Wording {
        subject: "Non publié\u{a0}: {page}",
        heading: "«\u{a0}{page}\u{a0}» n’a pas été publié",
        opening: "L’heure prévue était venue, mais le brouillon contient une erreur. Les visiteurs voient toujours la version précédente.",
        link: "",
        closing: "Corrigez-la dans l’éditeur. Dans l’administration, sous «\u{a0}Pages\u{a0}», vous pourrez ensuite publier le brouillon ou choisir une autre date.",
    },
    contributor_invitation: Wording {
        subject: "Invitation à collaborer à notre site",
        heading: "Invitation à collaborer à notre site",
        opening: "Vous êtes invité(e) à collaborer au site {site}.",
        link: "Accepter l’invitation",
        closing: "Le lien fonctionne une seule fois, pendant sept jours. Si cette invitation ne vous dit rien, ne faites \
                  rien.",
    },
    staff_password: Wording {
        subject: "Choisissez un nouveau mot de passe",
        heading: "",
        opening: "Quelqu’un souhaite choisir un nouveau mot de passe pour votre compte. Le lien fonctionne une seule fois, \
                  pendant une heure. Si ce n’était pas vous, ne faites rien\u{a0}: votre mot de passe reste inchangé.",
        link: "Choisir un nouveau mot de passe",
        closing: "Si vous avez activé la connexion en deux étapes, un code vous sera demandé comme d’habitude.",
    },
    staff_account: Wording {
        subject: "Créez votre compte",
        heading: "",
        opening: "Quelqu’un souhaite créer un compte avec cette adresse. Le lien fonctionne une seule fois, pendant un jour.",
        link: "Créer votre compte",
        closing: "Si ce n’était pas vous, ne faites rien\u{a0}: il ne se passera rien.",
    },
    staff_known: Wording {
        subject: "Vous avez déjà un compte",
        heading: "",
        opening: "Quelqu’un souhaite créer un compte avec cette adresse, mais vous en avez déjà un.",
        link: "Se connecter",
        closing: "Si vous avez oublié votre mot de passe, la page propose un lien pour en choisir un nouveau. Si ce n’était \
                  pas vous, ne faites rien\u{a0}: il ne se passera rien.",
    },
    staff_password_changed: Wording {
        subject: "Votre mot de passe a été modifié",
        heading: "",
        opening: "Le mot de passe de votre compte a été modifié et tous les autres appareils ont été déconnectés.",
        link: "Choisir un nouveau mot de passe",
        closing: "Si c’était vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de \
                  passe avec le lien et vérifiez votre compte.",
    },
    staff_second_factor_on: Wording {
        subject: "Connexion en deux étapes activée",
        heading: "",
        opening: "La connexion en deux étapes a été activée pour votre compte et tous les autres appareils ont été \
                  déconnectés.",
        link: "Choisir un nouveau mot de passe",
        closing: "Si c’était vous, vous n’avez rien à faire. Sinon, choisissez un nouveau mot de passe avec le lien \
                  et prévenez la personne qui gère cette installation.",
    },
    staff_second_factor_off: Wording {
        subject: "Connexion en deux étapes désactivée",
        heading: "",
        opening: "La connexion en deux étapes a été désactivée pour votre compte\u{a0}: le mot de passe suffit \
                  désormais.",
        link: "Choisir un nouveau mot de passe",
        closing: "Si c’était vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de \
                  passe avec le lien et réactivez-la.",
    },
    staff_recovery_codes: Wording {
        subject: "Nouveaux codes de récupération",
        heading: "",
        opening: "De nouveaux codes de récupération ont été créés pour votre compte. Les précédents ne fonctionnent \
                  plus.",
        link: "Choisir un nouveau mot de passe",
        closing: "Si c’était vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de \
                  passe avec le lien et créez de nouveaux codes.",
    },
    download: "Télécharger {file}",
    gift_cards_heading: "Vos cartes cadeaux",
    part_on_its_way: "Une partie de votre commande n°\u{a0}{number} est en route",
    part_is_ready: "Une partie de votre commande n°\u{a0}{number} est prête à être retirée",
    carrier: "Transporteur\u{a0}: {carrier}",
    tracking_number: "Numéro de suivi\u{a0}: {number}",
    track: "Suivre le colis",
    in_this_parcel: "Dans ce colis",
    ready_pieces: "Articles prêts",
    refunded_pieces: "Articles remboursés",
    money_back: "La somme que vous avez payée vous est remboursée par le même moyen.",
    subtotal: "Sous-total",
    included: "{tax} (incluse)",
    total: "Total",
    delivery_address: "Adresse de livraison",
    pick_up_at: "À retirer à cette adresse",
    held_until: "Merci de régler avant le {moment}. Nous réservons votre commande jusque-là, puis ses articles seront remis en vente.",
    tax_id: "N° d’identification fiscale\u{a0}: {number}",
    packing_slip: "Bon de livraison",
    invoice: "Facture",
    paper_order: "Commande n°\u{a0}{number}",
    ship_to: "Livrer à",
    bill_to: "Facturer à",
    item: "Article",
    pieces: "Quantité",
    sku: "Référence",
    price: "Prix unitaire",
    amount: "Montant",
    customer_note: "Remarque du client",
    paper_refunded: "Remboursé",
    after_refunds: "Payé après remboursement",
    stop_reminders: "Ne plus recevoir ce type de message",
    you_bought: "Vos articles",
    test_order: "Ceci est une commande de test\u{a0}: aucune somme réelle n’a été débitée.",
    test_shop: "Cette boutique est en mode test. Aucun paiement réel n’est effectué et rien ne sera livré.",
    test_shop_too: "Cette boutique est en mode test. Les commandes réglées avec un moyen de paiement de test ne sont pas réelles et ne seront pas livrées.",
    test_order_gives_nothing: "Ceci est une commande de test\u{a0}: aucune somme réelle n’a été débitée et rien ne sera livré.",
    sent_back_canceled: "Elle a été payée après son annulation.",
    sent_back_paid_before: "La commande avait déjà été payée.",
    sent_back_sold_out: "Le paiement est arrivé après le délai, et les articles avaient été vendus entre-temps.",
    sent_back_changed: "La commande a été modifiée après le début de ce paiement et coûte plus cher, si bien que le paiement ne la couvre pas.",
    sent_back_too_much: "Le montant prélevé dépasse le prix de la commande.",
    hidden_answer: "(visible avec les réponses dans l’administration)",
    comment_waits: "en attente de votre approbation",
    staff_hello: "Bonjour,",
    staff_hello_name: "Bonjour {name},",
    page_join: "Voulez-vous recevoir nos nouvelles\u{202f}?",
    page_join_text: "{site} enverrait ses nouvelles à {email}.",
    page_join_button: "Oui, je veux recevoir vos nouvelles",
    page_joined: "Votre inscription est confirmée",
    page_joined_text: "{site} envoie désormais ses nouvelles à {email}. Chaque message contient un lien de désinscription.",
    page_leave: "Ne plus recevoir de messages\u{202f}?",
    page_leave_text: "{site} envoie ses nouvelles à {email}.",
    page_leave_carts_text: "{site} écrit à {email} lorsqu’un panier est abandonné, et pour annoncer ses nouveautés.",
    page_leave_reviews_text: "{site} demande à {email} des avis sur ses achats.",
    page_leave_button: "Se désinscrire",
    page_left: "Vous êtes désinscrit(e)",
    page_left_text: "{site} n’envoie plus ses nouvelles à {email}.",
    page_left_carts_text: "{site} n’écrit plus à {email} au sujet des paniers. Les messages sur les commandes continuent.",
    page_left_reviews_text: "{site} ne demande plus d’avis à {email}. Les messages sur les commandes arrivent \
                             toujours.",
    page_back_button: "Me réinscrire",
    page_stop: "Empêcher le changement de votre adresse e-mail\u{202f}?",
    page_stop_text: "Votre compte chez {site} doit recevoir une autre adresse que {email}. Si vous ne l’avez pas demandé, \
                     empêchez-le ici.",
    page_stop_button: "Empêcher le changement",
    page_stopped: "Le changement n’aura pas lieu",
    page_stopped_text: "Votre compte chez {site} garde l’adresse {email}. La personne qui a demandé le changement connaît votre \
                        mot de passe\u{a0}: choisissez-en un nouveau sans attendre.",
    page_gone: "Ce lien ne fonctionne plus",
    page_gone_text: "Il a déjà été utilisé ou il est trop ancien.",
    page_to_site: "Vers le site",
    rhythm_for: "{every} pendant {length}",
    every_week: ["toutes les semaines", "toutes les {count}\u{a0}semaines"],
    every_month: ["tous les mois", "tous les {count}\u{a0}mois"],
    every_year: ["tous les ans", "tous les {count}\u{a0}ans"],
    weeks: ["{count}\u{a0}semaine", "{count}\u{a0}semaines"],
    months: ["{count}\u{a0}mois", "{count}\u{a0}mois"],
    years: ["{count}\u{a0}an", "{count}\u{a0}ans"],
};
