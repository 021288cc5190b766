import type { AuditAction } from "./api";
import { t } from "@lingui/core/macro";
import { addedAuditTexts, type AddedAction } from "./added-audit-texts";

const siteAuditTexts: Record<Exclude<AuditAction, AddedAction>, string> = {
  get "category.change"() {
    return t`Post category changed`;
  },
  get "comments.close"() {
    return t`Comments closed`;
  },
  get "comments.open"() {
    return t`Comments opened`;
  },
  get "contributor.accept"() {
    return t`Invitation accepted`;
  },
  get "contributor.invite"() {
    return t`Contributor invited`;
  },
  get "contributor.remove"() {
    return t`Contributor removed`;
  },
  get "contributor.roles"() {
    return t`Contributor roles changed`;
  },
  get "contributor.sign-in-rules"() {
    return t`Contributor sign-in rules changed`;
  },
  get "contributor.withdraw"() {
    return t`Invitation canceled`;
  },
  get "customer.erase"() {
    return t`Customer erased`;
  },
  get "customer.export"() {
    return t`Customer data exported`;
  },
  get "customers.export"() {
    return t`Customers exported`;
  },
  get "design.publish"() {
    return t`Design published`;
  },
  get "form-webhooks.renew-key"() {
    return t`Form webhook key renewed`;
  },
  get "header-footer.publish"() {
    return t`Header and footer published`;
  },
  get "installment-provider.save"() {
    return t`Installments changed`;
  },
  get "items.arrange"() {
    return t`Items reordered`;
  },
  get "languages.change"() {
    return t`Languages changed`;
  },
  get "languages.disconnect"() {
    return t`Languages hidden from visitors`;
  },
  get "mail.texts.reset"() {
    return t`E-mail texts reset`;
  },
  get "mail.texts.save"() {
    return t`E-mail texts changed`;
  },
  get "mailing-list.delete"() {
    return t`Mailing list deleted`;
  },
  get "mailing-list.export"() {
    return t`Mailing list exported`;
  },
  get "navigation.save"() {
    return t`Navigation changed`;
  },
  get "order.cancel"() {
    return t`Order canceled`;
  },
  get "order.capture"() {
    return t`Payment captured`;
  },
  get "order.charge"() {
    return t`Saved payment method charged`;
  },
  get "order.dispute"() {
    return t`Payment disputed`;
  },
  get "order.export"() {
    return t`Orders exported`;
  },
  get "order.payment.give-up"() {
    return t`Payment voided`;
  },
  get "order.refund"() {
    return t`Order refunded`;
  },
  get "payment-provider.save"() {
    return t`Payment provider changed`;
  },
  get "payment-settings.save"() {
    return t`Payment settings changed`;
  },
  get "price-list.create"() {
    return t`Price list created`;
  },
  get "price-list.delete"() {
    return t`Price list deleted`;
  },
  get "price-list.save"() {
    return t`Price list changed`;
  },
  get "product-deleted"() {
    return t`Product deleted`;
  },
  get "redirect.create"() {
    return t`Redirect created`;
  },
  get "redirect.delete"() {
    return t`Redirect deleted`;
  },
  get "redirect.update"() {
    return t`Redirect changed`;
  },
  get "restock.send"() {
    return t`Back-in-stock e-mails sent`;
  },
  get "site.duplicate"() {
    return t`Site duplicated`;
  },
  get "site-lock.open"() {
    return t`Site password removed`;
  },
  get "site-lock.set"() {
    return t`Site password set`;
  },
  get "site-text.reset"() {
    return t`Default text reset`;
  },
  get "site-text.save"() {
    return t`Default text changed`;
  },
  get "site-texts.reset"() {
    return t`All default texts reset`;
  },
  get "submission.delete"() {
    return t`Form submission deleted`;
  },
  get "submission.export"() {
    return t`Form submissions exported`;
  },
  get "subscriber.remove"() {
    return t`Subscriber removed`;
  },
  get "tag.change"() {
    return t`Post tag changed`;
  },
  get "translations.import"() {
    return t`Translations imported`;
  },
  get "website-settings.save"() {
    return t`Site settings changed`;
  },
  get "page.create"() {
    return t`Page created`;
  },
  get "page.settings"() {
    return t`Page settings changed`;
  },
  get "page.move"() {
    return t`Page address changed`;
  },
  get "page.make-home"() {
    return t`Page made the home page`;
  },
  get "page.publish"() {
    return t`Page published`;
  },
  get "page.unpublish"() {
    return t`Page unpublished`;
  },
  get "page.schedule"() {
    return t`Page scheduled`;
  },
  get "page.ask-for-review"() {
    return t`Review of page requested`;
  },
  get "page.wait-no-longer"() {
    return t`Page schedule or review canceled`;
  },
  get "page.trash"() {
    return t`Page moved to the trash`;
  },
  get "page.restore"() {
    return t`Page restored from the trash`;
  },
  get "page.purge"() {
    return t`Page deleted permanently`;
  },
  get "blog.create"() {
    return t`Blog created`;
  },
  get "blog.settings"() {
    return t`Blog settings changed`;
  },
  get "blog.move"() {
    return t`Blog address changed`;
  },
  get "blog.make-home"() {
    return t`Blog made the home page`;
  },
  get "blog.publish"() {
    return t`Blog published`;
  },
  get "blog.unpublish"() {
    return t`Blog unpublished`;
  },
  get "blog.schedule"() {
    return t`Blog scheduled`;
  },
  get "blog.ask-for-review"() {
    return t`Review of blog requested`;
  },
  get "blog.wait-no-longer"() {
    return t`Blog schedule or review canceled`;
  },
  get "blog.trash"() {
    return t`Blog moved to the trash`;
  },
  get "blog.restore"() {
    return t`Blog restored from the trash`;
  },
  get "blog.purge"() {
    return t`Blog deleted permanently`;
  },
  get "store.create"() {
    return t`Store created`;
  },
  get "store.settings"() {
    return t`Store settings changed`;
  },
  get "store.move"() {
    return t`Store address changed`;
  },
  get "store.make-home"() {
    return t`Store made the home page`;
  },
  get "store.publish"() {
    return t`Store published`;
  },
  get "store.unpublish"() {
    return t`Store unpublished`;
  },
  get "store.schedule"() {
    return t`Store scheduled`;
  },
  get "store.ask-for-review"() {
    return t`Review of store requested`;
  },
  get "store.wait-no-longer"() {
    return t`Store schedule or review canceled`;
  },
  get "store.trash"() {
    return t`Store moved to the trash`;
  },
  get "store.restore"() {
    return t`Store restored from the trash`;
  },
  get "store.purge"() {
    return t`Store deleted permanently`;
  },
  get "folder.create"() {
    return t`Folder created`;
  },
  get "folder.settings"() {
    return t`Folder settings changed`;
  },
  get "folder.move"() {
    return t`Folder address changed`;
  },
  get "folder.make-home"() {
    return t`Folder made the home page`;
  },
  get "folder.publish"() {
    return t`Folder published`;
  },
  get "folder.unpublish"() {
    return t`Folder unpublished`;
  },
  get "folder.schedule"() {
    return t`Folder scheduled`;
  },
  get "folder.ask-for-review"() {
    return t`Review of folder requested`;
  },
  get "folder.wait-no-longer"() {
    return t`Folder schedule or review canceled`;
  },
  get "folder.trash"() {
    return t`Folder moved to the trash`;
  },
  get "folder.restore"() {
    return t`Folder restored from the trash`;
  },
  get "folder.purge"() {
    return t`Folder deleted permanently`;
  },
  get "item.create"() {
    return t`Item created`;
  },
  get "item.settings"() {
    return t`Item settings changed`;
  },
  get "item.move"() {
    return t`Item address changed`;
  },
  get "item.make-home"() {
    return t`Item made the home page`;
  },
  get "item.publish"() {
    return t`Item published`;
  },
  get "item.unpublish"() {
    return t`Item unpublished`;
  },
  get "item.schedule"() {
    return t`Item scheduled`;
  },
  get "item.ask-for-review"() {
    return t`Review of item requested`;
  },
  get "item.wait-no-longer"() {
    return t`Item schedule or review canceled`;
  },
  get "item.trash"() {
    return t`Item moved to the trash`;
  },
  get "item.restore"() {
    return t`Item restored from the trash`;
  },
  get "item.purge"() {
    return t`Item deleted permanently`;
  },
  get "area.create"() {
    return t`Area created`;
  },
  get "area.settings"() {
    return t`Area settings changed`;
  },
  get "area.move"() {
    return t`Area address changed`;
  },
  get "area.make-home"() {
    return t`Area made the home page`;
  },
  get "area.publish"() {
    return t`Area published`;
  },
  get "area.unpublish"() {
    return t`Area unpublished`;
  },
  get "area.schedule"() {
    return t`Area scheduled`;
  },
  get "area.ask-for-review"() {
    return t`Review of area requested`;
  },
  get "area.wait-no-longer"() {
    return t`Area schedule or review canceled`;
  },
  get "area.trash"() {
    return t`Area moved to the trash`;
  },
  get "area.restore"() {
    return t`Area restored from the trash`;
  },
  get "area.purge"() {
    return t`Area deleted permanently`;
  },
};

/** Texts of audit log actions. The type makes a missing action a compile error. */
export const auditTexts = Object.defineProperties({} as Record<AuditAction, string>, {
  ...Object.getOwnPropertyDescriptors(siteAuditTexts),
  ...Object.getOwnPropertyDescriptors(addedAuditTexts),
});

/** Text of an action; its raw name if it is unknown, such as one logged by an older version. */
export function auditText(action: string): string {
  return Object.hasOwn(auditTexts, action) ? auditTexts[action as AuditAction] : action;
}
