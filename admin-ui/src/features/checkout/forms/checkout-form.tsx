import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useFieldArray, useWatch, type Control, type FieldPath } from "react-hook-form";
import { FormMoneyField, FormSelect, FormSwitch, FormTextField } from "@/shared/form/fields";
import { FormShell } from "@/shared/form/form-shell";
import { useEditForm } from "@/shared/form/use-edit-form";
import { moneyToText, parseMoney } from "@/shared/money/money";
import { useWebsite } from "@/shared/session/hooks";
import { useUpdateStoreSettingsMutation, type StoreSettings } from "@/shared/store-settings/api";
import { Card } from "@/shared/ui/card";
import { useToast } from "@/shared/ui/toast";

type Field = StoreSettings["checkout"]["fields"][number];

interface Question extends Omit<Field, "choices"> {
  /** One choice on each line. */
  choices: string;
}

interface Form {
  expressCheckout: boolean;
  buyNowButton: boolean;
  multipleQuantityAllowedForServices: boolean;
  cartReminders: boolean;
  reviewRequests: boolean;
  reviewRequestDays: string;
  guestCheckout: boolean;
  orderNote: boolean;
  /** Smallest subtotal, as it is typed; empty for none. */
  minimum: string;
  questions: Question[];
}

const mostQuestions = 10;
const kinds: { value: Field["kind"]; label: string }[] = [
  { value: "text", label: "One line of text" },
  { value: "textarea", label: "Several lines of text" },
  { value: "choice", label: "One of some choices" },
  { value: "checkbox", label: "Box to tick" },
  { value: "date", label: "Day" },
];

function formOf({ checkout, ...settings }: StoreSettings): Form {
  return {
    expressCheckout: settings.expressCheckout,
    buyNowButton: settings.buyNowButton,
    multipleQuantityAllowedForServices: settings.multipleQuantityAllowedForServices,
    cartReminders: settings.cartReminders,
    reviewRequests: settings.reviewRequests,
    reviewRequestDays: String(settings.reviewRequestDays),
    guestCheckout: checkout.guestCheckout,
    orderNote: checkout.orderNote,
    minimum: settings.minimumSubtotalCents === 0 ? "" : moneyToText(settings.minimumSubtotalCents, settings.currency),
    questions: checkout.fields.map((field) => ({ ...field, choices: (field.choices ?? []).join("\n") })),
  };
}

function fieldsOf(questions: Question[]): Field[] {
  return questions.map(({ choices, ...question }) => ({
    ...question,
    choices: question.kind === "choice" ? choices.split("\n").map((choice) => choice.trim()).filter(Boolean) : [],
  }));
}

/** An id that no other question has; it stays when the question is worded anew. */
function freshId(questions: Question[]): string {
  let number = questions.length + 1;
  while (questions.some(({ id }) => id === `question-${number}`)) number += 1;
  return `question-${number}`;
}

function isDays(text: string): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 60;
}

function fieldNamed(name: string): FieldPath<Form> | null {
  if (name === "reviewRequestDays") return name;
  if (name === "minimumSubtotalCents") return "minimum";
  const found = /^checkout\.fields\.(\d+)\.(label|choices|kind)$/.exec(name);
  return found === null ? null : (`questions.${found[1]}.${found[2]}` as FieldPath<Form>);
}

export function CheckoutForm({ settings, editable }: { settings: StoreSettings; editable: boolean }) {
  const website = useWebsite();
  const toast = useToast();
  const [update] = useUpdateStoreSettingsMutation();
  const { control, shell } = useEditForm<Form>({
    initial: formOf(settings),
    what: "the settings",
    fieldOf: fieldNamed,
    onSave: async ({ guestCheckout, orderNote, minimum, questions, reviewRequestDays, ...switches }) => {
      const parsed = parseMoney(minimum.trim(), settings.currency);
      const minimumSubtotalCents = parsed.ok ? parsed.minor : 0;
      const checkout = { guestCheckout, orderNote, fields: fieldsOf(questions) };
      const numbers = { minimumSubtotalCents, reviewRequestDays: Number(reviewRequestDays) };
      const changed = { ...settings, ...switches, ...numbers, checkout };
      const saved = await update({ websiteId: website.id, settings: changed }).unwrap();
      toast.say("Settings saved");
      return formOf(saved);
    },
  });
  return (
    <FormShell label="Checkout" editable={editable} {...shell}>
      <Stack sx={{ gap: 2 }}>
        <Card title="Buying">
          <Stack sx={{ gap: 2, pt: 1 }}>
            <FormSwitch
              control={control}
              name="guestCheckout"
              label="Sell to guests"
              help="Otherwise people have to sign in before they buy."
              disabled={!editable}
            />
            <FormSwitch
              control={control}
              name="expressCheckout"
              label="Express checkout"
              help="Adding a product leads straight to the checkout."
              disabled={!editable}
            />
            <FormSwitch
              control={control}
              name="buyNowButton"
              label="Buy now"
              help="A second button on products buys one of them past the cart."
              disabled={!editable}
            />
            <FormSwitch
              control={control}
              name="multipleQuantityAllowedForServices"
              label="Services more than once"
              help="Otherwise an order holds each service once."
              disabled={!editable}
            />
            <FormSwitch control={control} name="orderNote" label="Take a note with the order" disabled={!editable} />
            <FormMoneyField
              control={control}
              name="minimum"
              label="Smallest order"
              help="Subtotal before discounts; empty for none"
              currency={settings.currency}
              required={false}
              disabled={!editable}
            />
          </Stack>
        </Card>
        <Card title="Carts left behind">
          <Stack sx={{ gap: 2, pt: 1 }}>
            <FormSwitch
              control={control}
              name="cartReminders"
              label="Write about carts left behind"
              help="One letter, 24 hours after the last change, to customers who agreed to hear from you. It has a link back to the cart and one that stops such letters."
              disabled={!editable}
            />
          </Stack>
        </Card>
        <Card title="Reviews">
          <Stack sx={{ gap: 2, pt: 1 }}>
            <FormSwitch
              control={control}
              name="reviewRequests"
              label="Ask buyers for reviews"
              help="One letter for an order, some days after it was sent. You look at each review before it is shown."
              disabled={!editable}
            />
            <FormTextField
              control={control}
              name="reviewRequestDays"
              label="Days after the order was sent"
              help="1 to 60"
              disabled={!editable}
              rules={{ validate: (days: unknown) => isDays(String(days)) || "Enter a whole number from 1 to 60" }}
            />
          </Stack>
        </Card>
        <Questions control={control} editable={editable} />
      </Stack>
    </FormShell>
  );
}

function Questions({ control, editable }: { control: Control<Form>; editable: boolean }) {
  const { fields, append, remove } = useFieldArray({ control, name: "questions", keyName: "key" });
  const add = () =>
    append({ id: freshId(fields), label: "", kind: "text", required: false, choices: "" }, { shouldFocus: true });
  return (
    <Card title="Questions">
      <Stack sx={{ gap: 3, pt: 1 }}>
        {fields.length === 0 && (
          <Typography variant="body2" color="textSecondary">
            You ask for nothing beside the address.
          </Typography>
        )}
        {fields.map((field, index) => (
          <QuestionFields
            key={field.key}
            control={control}
            index={index}
            editable={editable}
            onRemove={() => remove(index)}
          />
        ))}
        {editable && fields.length < mostQuestions && (
          <Box>
            <Button variant="outlined" onClick={add}>
              Add question
            </Button>
          </Box>
        )}
      </Stack>
    </Card>
  );
}

interface QuestionFieldsProps {
  control: Control<Form>;
  index: number;
  editable: boolean;
  onRemove: () => void;
}

function QuestionFields({ control, index, editable, onRemove }: QuestionFieldsProps) {
  const kind = useWatch({ control, name: `questions.${index}.kind` });
  const number = index + 1;
  return (
    <Stack component="fieldset" sx={{ gap: 2, m: 0, p: 0, border: 0 }}>
      <Typography component="legend" variant="overline" color="textSecondary">
        Question {number}
      </Typography>
      <FormTextField
        control={control}
        name={`questions.${index}.label`}
        label="Question"
        maxLength={100}
        disabled={!editable}
        rules={{ required: "Enter a question" }}
      />
      <FormSelect control={control} name={`questions.${index}.kind`} label="Answer" options={kinds} disabled={!editable} />
      {kind === "choice" && (
        <FormTextField
          control={control}
          name={`questions.${index}.choices`}
          label="Choices"
          help="One on each line"
          rows={3}
          disabled={!editable}
        />
      )}
      <Stack direction="row" sx={{ justifyContent: "space-between", alignItems: "center" }}>
        <FormSwitch
          control={control}
          name={`questions.${index}.required`}
          label={kind === "checkbox" ? "Has to be ticked" : "Has to be answered"}
          disabled={!editable}
        />
        {editable && (
          <Button color="inherit" onClick={onRemove} aria-label={`Remove question ${number}`}>
            Remove
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
