use stoa_kernel::id::VariantId;

use super::{Pieces, summed};

#[test]
fn lines_of_one_variant_are_taken_together_and_in_order() {
    let mut ids = [VariantId::generate(), VariantId::generate()];
    ids.sort();
    let [first, second] = ids;
    let line = |variant_id: &VariantId, quantity| Pieces { variant_id: variant_id.clone(), quantity };
    let sums = summed([line(&second, 2), line(&first, 1), line(&second, 3)]);
    assert_eq!(sums, vec![line(&first, 1), line(&second, 5)]);
}
