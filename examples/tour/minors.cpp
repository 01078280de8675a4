// A determinant by recursion: the adjoint of each minor is known before the minor.

/// The determinant of the rows of a (n by n) from `row` on, without the columns in `used`.
[[ad::differentiate(reverse)]]
double minor_of(const double *a, int n, int row, unsigned used) {
  if (row == n)
    return 1;
  double sum = 0;
  double sign = 1;
  for (int column = 0; column < n; ++column)
    if (!(used >> column & 1)) {
      sum += sign * a[row * n + column] * minor_of(a, n, row + 1, used | 1u << column);
      sign = -sign;
    }
  return sum;
}
