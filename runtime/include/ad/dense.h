//===- dense.h - products and solves of dense matrices ----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The operations on whole matrices that companions of functions over Eigen's matrices call, with
// their rules in forward and reverse mode. Matrices are stored column by column without gaps.
// Results must not overlap with operands. A derivative that is not wanted is a null pointer.
//
// The rules are those of Giles, "Collected Matrix Derivative Results for Forward and Reverse Mode
// Algorithmic Differentiation" (2008), and of Murray, "Differentiation of the Cholesky
// decomposition" (arXiv:1602.07527).
//
// Documented for users in docs/eigen.md.
//
//===----------------------------------------------------------------------===//

#ifndef AD_DENSE_H
#define AD_DENSE_H

#include "container.h"
#include "tape.h"

#include "detail/push_macros.h"
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-extension"
#pragma clang diagnostic ignored "-Wnullability-completeness"
#define __AD_NULLABLE _Nullable
#else
#define __AD_NULLABLE
#endif

namespace ad::dense {

using _Index = std::ptrdiff_t;
using _Numbers = std::vector<double>;
using _Dot = double *__AD_NULLABLE; ///< a derivative, if there is one
using _ConstDot = const double *__AD_NULLABLE;

inline _Numbers __copied(_Index _N, const double *_X) { return _Numbers(_X, _X + _N); }
inline _Numbers __zeros(_Index _N) { return _Numbers(static_cast<std::size_t>(_N)); }

/// A matrix is assigned one of another shape, which the function itself may do.
class __attribute__((__visibility__("default"))) reshaped : public shape_mismatch {
public:
  using shape_mismatch::shape_mismatch;
  const char *what() const noexcept override {
    return "ad::shape_mismatch: a matrix is assigned one of another shape (use another variable, "
           "or resize it)";
  }
};

/// Throws shape_mismatch unless a matrix of _Rows by _Columns may be assigned one of the others.
inline void require_shape(_Index _Rows, _Index _Columns, _Index _OtherRows, _Index _OtherColumns) {
  if (_Rows == _OtherRows && _Columns == _OtherColumns)
    return;
  const reshaped _Error(static_cast<std::size_t>(_Rows * _Columns),
                        static_cast<std::size_t>(_OtherRows * _OtherColumns));
#if defined(__cpp_exceptions)
  throw _Error;
#else
  std::fputs(_Error.what(), stderr);
  std::abort();
#endif
}

//===-- C = op(A) op(B) ---------------------------------------------------===//

/// C (m x n) += op(A) (m x k) op(B) (k x n).
inline void __accumulate(_Index _M, _Index _K, _Index _N, const double *_A, bool _TransA,
                         const double *_B, bool _TransB, double *_C) {
  for (_Index _J = 0; _J < _N; ++_J) {
    double *_Column = _C + _J * _M;
    if (_TransA) {
      for (_Index _I = 0; _I < _M; ++_I) {
        double _Sum = 0;
        for (_Index _L = 0; _L < _K; ++_L)
          _Sum += _A[_L + _I * _K] * (_TransB ? _B[_J + _L * _N] : _B[_L + _J * _K]);
        _Column[_I] += _Sum;
      }
      continue;
    }
    for (_Index _L = 0; _L < _K; ++_L) {
      const double _Factor = _TransB ? _B[_J + _L * _N] : _B[_L + _J * _K];
      for (_Index _I = 0; _I < _M; ++_I)
        _Column[_I] += _A[_I + _L * _M] * _Factor;
    }
  }
}

/// c (m x n) = op(a) (m x k) op(b) (k x n), where op transposes if ta, tb. O(m k n).
inline void product(_Index m, _Index k, _Index n, const double *a, bool ta, const double *b,
                    bool tb, double *c) {
  for (_Index _I = 0; _I < m * n; ++_I)
    c[_I] = 0;
  __accumulate(m, k, n, a, ta, b, tb, c);
}

inline void product_forward(_Index m, _Index k, _Index n, const double *a, _ConstDot a_dot, bool ta,
                            const double *b, _ConstDot b_dot, bool tb, double *c, _Dot c_dot) {
  product(m, k, n, a, ta, b, tb, c);
  if (!c_dot)
    return;
  for (_Index _I = 0; _I < m * n; ++_I)
    c_dot[_I] = 0;
  if (a_dot)
    __accumulate(m, k, n, a_dot, ta, b, tb, c_dot);
  if (b_dot)
    __accumulate(m, k, n, a, ta, b_dot, tb, c_dot);
}

inline void product_reverse(_Index m, _Index k, _Index n, const double *a, _Dot a_bar, bool ta,
                            const double *b, _Dot b_bar, bool tb, double *, _Dot c_bar) {
  if (!c_bar)
    return;
  if (a_bar && !ta)
    __accumulate(m, n, k, c_bar, false, b, !tb, a_bar);
  if (a_bar && ta)
    __accumulate(k, n, m, b, tb, c_bar, true, a_bar);
  if (b_bar && !tb)
    __accumulate(k, m, n, a, !ta, c_bar, false, b_bar);
  if (b_bar && tb)
    __accumulate(n, m, k, c_bar, true, a, ta, b_bar);
  for (_Index _I = 0; _I < m * n; ++_I)
    c_bar[_I] = 0;
}

inline void product_forward_sweep(tape &_Tape, _Index m, _Index k, _Index n, const double *a,
                                  _Dot a_bar, bool ta, const double *b, _Dot b_bar, bool tb,
                                  double *c, _Dot) {
  _Tape.push(b_bar ? __copied(m * k, a) : _Numbers());
  _Tape.push(a_bar ? __copied(k * n, b) : _Numbers());
  product(m, k, n, a, ta, b, tb, c);
}

inline void product_reverse_sweep(tape &_Tape, _Index m, _Index k, _Index n, const double *,
                                  _Dot a_bar, bool ta, const double *, _Dot b_bar, bool tb,
                                  double *c, _Dot c_bar) {
  const _Numbers _B = _Tape.pop<_Numbers>(), _A = _Tape.pop<_Numbers>();
  product_reverse(m, k, n, _A.data(), a_bar, ta, _B.data(), b_bar, tb, c, c_bar);
}

//===-- op(T) X = B, T a triangle -----------------------------------------===//

/// x (n x columns) solves op(t) x = b, where op transposes if `transposed`. Of t (n x n) the lower
/// or the upper triangle is read; if `unit`, its diagonal is 1 and not read. O(n^2 columns).
inline void solve_triangular(_Index n, _Index columns, const double *t, bool lower, bool transposed,
                             bool unit, const double *b, double *x) {
  for (_Index _J = 0; _J < columns; ++_J) {
    double *_X = x + _J * n;
    for (_Index _I = 0; _I < n; ++_I)
      _X[_I] = b[_I + _J * n];
    const bool _Down = lower != transposed;
    for (_Index _Step = 0; _Step < n; ++_Step) {
      const _Index _I = _Down ? _Step : n - 1 - _Step;
      const _Index _From = _Down ? 0 : _I + 1, _To = _Down ? _I : n;
      double _Rest = _X[_I];
      for (_Index _K = _From; _K < _To; ++_K)
        _Rest -= (transposed ? t[_K + _I * n] : t[_I + _K * n]) * _X[_K];
      _X[_I] = unit ? _Rest : _Rest / t[_I + _I * n];
    }
  }
}

/// _Sign times the triangle of Y X^T (or its transpose) that t has is added to _To.
inline void __add_triangle(_Index _N, _Index _Columns, bool _Lower, bool _Transposed, bool _Unit,
                           const double *_Y, const double *_X, double *_To) {
  for (_Index _C = 0; _C < _Columns; ++_C)
    for (_Index _J = 0; _J < _N; ++_J)
      for (_Index _I = _Lower ? _J : 0; _I < (_Lower ? _N : _J + 1); ++_I)
        if (_I != _J || !_Unit)
          _To[_I + _J * _N] -= _Transposed ? _Y[_J + _C * _N] * _X[_I + _C * _N]
                                           : _Y[_I + _C * _N] * _X[_J + _C * _N];
}

inline void solve_triangular_forward(_Index n, _Index columns, const double *t, _ConstDot t_dot,
                                     bool lower, bool transposed, bool unit, const double *b,
                                     _ConstDot b_dot, double *x, _Dot x_dot) {
  solve_triangular(n, columns, t, lower, transposed, unit, b, x);
  if (!x_dot)
    return;
  _Numbers _Right = b_dot ? __copied(n * columns, b_dot) : __zeros(n * columns);
  if (t_dot)
    for (_Index _C = 0; _C < columns; ++_C)
      for (_Index _J = 0; _J < n; ++_J)
        for (_Index _I = lower ? _J : 0; _I < (lower ? n : _J + 1); ++_I)
          if (_I != _J || !unit)
            _Right[static_cast<std::size_t>((transposed ? _J : _I) + _C * n)] -=
                t_dot[_I + _J * n] * x[(transposed ? _I : _J) + _C * n];
  solve_triangular(n, columns, t, lower, transposed, unit, _Right.data(), x_dot);
}

inline void __solve_triangular_back(_Index n, _Index columns, const double *t, _Dot t_bar,
                                    bool lower, bool transposed, bool unit, _Dot b_bar,
                                    const double *x, _Dot x_bar) {
  if (!x_bar)
    return;
  _Numbers _Y = __zeros(n * columns);
  solve_triangular(n, columns, t, lower, !transposed, unit, x_bar, _Y.data());
  if (t_bar)
    __add_triangle(n, columns, lower, transposed, unit, _Y.data(), x, t_bar);
  for (_Index _I = 0; _I < n * columns; ++_I) {
    if (b_bar)
      b_bar[_I] += _Y[static_cast<std::size_t>(_I)];
    x_bar[_I] = 0;
  }
}

inline void solve_triangular_reverse(_Index n, _Index columns, const double *t, _Dot t_bar,
                                     bool lower, bool transposed, bool unit, const double *b,
                                     _Dot b_bar, double *, _Dot x_bar) {
  _Numbers _X = __zeros(n * columns);
  solve_triangular(n, columns, t, lower, transposed, unit, b, _X.data());
  __solve_triangular_back(n, columns, t, t_bar, lower, transposed, unit, b_bar, _X.data(), x_bar);
}

inline void solve_triangular_forward_sweep(tape &_Tape, _Index n, _Index columns, const double *t,
                                           _Dot, bool lower, bool transposed, bool unit,
                                           const double *b, _Dot, double *x, _Dot) {
  solve_triangular(n, columns, t, lower, transposed, unit, b, x);
  _Tape.push(__copied(n * n, t));
  _Tape.push(__copied(n * columns, x));
}

inline void solve_triangular_reverse_sweep(tape &_Tape, _Index n, _Index columns, const double *,
                                           _Dot t_bar, bool lower, bool transposed, bool unit,
                                           const double *, _Dot b_bar, double *, _Dot x_bar) {
  const _Numbers _X = _Tape.pop<_Numbers>(), _T = _Tape.pop<_Numbers>();
  __solve_triangular_back(n, columns, _T.data(), t_bar, lower, transposed, unit, b_bar, _X.data(),
                          x_bar);
}

//===-- A = L L^T ---------------------------------------------------------===//

/// The Cholesky factor l (n x n, zero above the diagonal) of the symmetric a, of which the lower
/// triangle is read. Not a number where a is not positive definite. O(n^3).
inline void cholesky(_Index n, const double *a, double *l) {
  for (_Index _J = 0; _J < n; ++_J)
    for (_Index _I = 0; _I < n; ++_I) {
      double _Rest = _I < _J ? 0 : a[_I + _J * n];
      for (_Index _K = 0; _I >= _J && _K < _J; ++_K)
        _Rest -= l[_I + _K * n] * l[_J + _K * n];
      l[_I + _J * n] = _I < _J ? 0 : _I == _J ? std::sqrt(_Rest) : _Rest / l[_J + _J * n];
    }
}

/// The lower triangle of _A with half of its diagonal, in place.
inline void __half_triangle(_Index _N, double *_A) {
  for (_Index _J = 0; _J < _N; ++_J) {
    for (_Index _I = 0; _I < _J; ++_I)
      _A[_I + _J * _N] = 0;
    _A[_J + _J * _N] *= 0.5;
  }
}

/// _A = L^-1 _A L^-T, or L^-T _A L^-1 if _Adjoint.
inline void __between_factors(_Index _N, const double *_L, bool _Adjoint, _Numbers &_A) {
  _Numbers _Left = __zeros(_N * _N), _Flipped = __zeros(_N * _N);
  solve_triangular(_N, _N, _L, true, _Adjoint, false, _A.data(), _Left.data());
  for (_Index _J = 0; _J < _N; ++_J)
    for (_Index _I = 0; _I < _N; ++_I)
      _Flipped[static_cast<std::size_t>(_J + _I * _N)] =
          _Left[static_cast<std::size_t>(_I + _J * _N)];
  solve_triangular(_N, _N, _L, true, _Adjoint, false, _Flipped.data(), _Left.data());
  for (_Index _J = 0; _J < _N; ++_J)
    for (_Index _I = 0; _I < _N; ++_I)
      _A[static_cast<std::size_t>(_J + _I * _N)] = _Left[static_cast<std::size_t>(_I + _J * _N)];
}

inline void cholesky_forward(_Index n, const double *a, _ConstDot a_dot, double *l, _Dot l_dot) {
  cholesky(n, a, l);
  if (!l_dot)
    return;
  _Numbers _Between = __zeros(n * n);
  for (_Index _J = 0; a_dot && _J < n; ++_J)
    for (_Index _I = 0; _I < n; ++_I)
      _Between[static_cast<std::size_t>(_I + _J * n)] =
          _I < _J ? a_dot[_J + _I * n] : a_dot[_I + _J * n];
  __between_factors(n, l, false, _Between);
  __half_triangle(n, _Between.data());
  product(n, n, n, l, false, _Between.data(), false, l_dot);
}

inline void __cholesky_back(_Index n, _Dot a_bar, const double *l, _Dot l_bar) {
  if (!l_bar)
    return;
  _Numbers _Between = __zeros(n * n), _Lower = __copied(n * n, l_bar);
  for (_Index _J = 0; _J < n; ++_J) // what stands above the diagonal is the constant zero
    for (_Index _I = 0; _I < _J; ++_I)
      _Lower[static_cast<std::size_t>(_I + _J * n)] = 0;
  product(n, n, n, l, true, _Lower.data(), false, _Between.data());
  __half_triangle(n, _Between.data());
  __between_factors(n, l, true, _Between);
  for (_Index _J = 0; _J < n; ++_J)
    for (_Index _I = 0; _I < n; ++_I) {
      if (a_bar && _I >= _J)
        a_bar[_I + _J * n] += _Between[static_cast<std::size_t>(_I + _J * n)] +
                              (_I > _J ? _Between[static_cast<std::size_t>(_J + _I * n)] : 0);
      l_bar[_I + _J * n] = 0;
    }
}

inline void cholesky_reverse(_Index n, const double *a, _Dot a_bar, double *, _Dot l_bar) {
  _Numbers _L = __zeros(n * n);
  cholesky(n, a, _L.data());
  __cholesky_back(n, a_bar, _L.data(), l_bar);
}

inline void cholesky_forward_sweep(tape &_Tape, _Index n, const double *a, _Dot, double *l, _Dot) {
  cholesky(n, a, l);
  _Tape.push(__copied(n * n, l));
}

inline void cholesky_reverse_sweep(tape &_Tape, _Index n, const double *, _Dot a_bar, double *,
                                   _Dot l_bar) {
  const _Numbers _L = _Tape.pop<_Numbers>();
  __cholesky_back(n, a_bar, _L.data(), l_bar);
}

//===-- A X = B -----------------------------------------------------------===//

/// P A = L U by rows of largest pivot.
class __factors {
  _Index _N;
  _Numbers _Lu;
  std::vector<_Index> _Row;
  bool _Odd = false;

public:
  __factors(_Index _Size, const double *_A)
      : _N(_Size), _Lu(__copied(_Size * _Size, _A)), _Row(static_cast<std::size_t>(_Size)) {
    for (_Index _K = 0; _K < _N; ++_K) {
      _Index _Best = _K;
      for (_Index _I = _K + 1; _I < _N; ++_I)
        if (std::abs(__at(_I, _K)) > std::abs(__at(_Best, _K)))
          _Best = _I;
      _Row[static_cast<std::size_t>(_K)] = _Best;
      if (_Best != _K) {
        _Odd = !_Odd;
        for (_Index _J = 0; _J < _N; ++_J)
          std::swap(__at(_K, _J), __at(_Best, _J));
      }
      if (__at(_K, _K) == 0)
        continue;
      for (_Index _I = _K + 1; _I < _N; ++_I)
        __at(_I, _K) /= __at(_K, _K);
      for (_Index _J = _K + 1; _J < _N; ++_J)
        for (_Index _I = _K + 1; _I < _N; ++_I)
          __at(_I, _J) -= __at(_I, _K) * __at(_K, _J);
    }
  }
  double &__at(_Index _I, _Index _J) { return _Lu[static_cast<std::size_t>(_I + _J * _N)]; }

  double __product_of_pivots() {
    double _Product = _Odd ? -1 : 1;
    for (_Index _K = 0; _K < _N; ++_K)
      _Product *= __at(_K, _K);
    return _Product;
  }

  /// x = A^-1 b, or A^-T b.
  void __solve(_Index _Columns, bool _Transposed, const double *_B, double *_X) {
    _Numbers _Half = __copied(_N * _Columns, _B);
    auto _Swap = [&](_Numbers &_In, _Index _K) {
      for (_Index _J = 0; _J < _Columns; ++_J)
        std::swap(_In[static_cast<std::size_t>(_K + _J * _N)],
                  _In[static_cast<std::size_t>(_Row[static_cast<std::size_t>(_K)] + _J * _N)]);
    };
    _Numbers _Other = __zeros(_N * _Columns);
    if (!_Transposed)
      for (_Index _K = 0; _K < _N; ++_K)
        _Swap(_Half, _K);
    solve_triangular(_N, _Columns, _Lu.data(), !_Transposed, _Transposed, !_Transposed,
                     _Half.data(), _Other.data());
    solve_triangular(_N, _Columns, _Lu.data(), _Transposed, _Transposed, _Transposed, _Other.data(),
                     _Half.data());
    if (_Transposed)
      for (_Index _K = _N; _K-- > 0;)
        _Swap(_Half, _K);
    for (_Index _I = 0; _I < _N * _Columns; ++_I)
      _X[_I] = _Half[static_cast<std::size_t>(_I)];
  }
};

/// x (n x columns) solves a x = b. O(n^3 + n^2 columns).
inline void solve(_Index n, _Index columns, const double *a, const double *b, double *x) {
  __factors(n, a).__solve(columns, false, b, x);
}

inline void solve_forward(_Index n, _Index columns, const double *a, _ConstDot a_dot,
                          const double *b, _ConstDot b_dot, double *x, _Dot x_dot) {
  __factors _Lu(n, a);
  _Lu.__solve(columns, false, b, x);
  if (!x_dot)
    return;
  _Numbers _Right = b_dot ? __copied(n * columns, b_dot) : __zeros(n * columns);
  if (a_dot) {
    _Numbers _Change = __zeros(n * columns);
    __accumulate(n, n, columns, a_dot, false, x, false, _Change.data());
    for (std::size_t _I = 0; _I < _Right.size(); ++_I)
      _Right[_I] -= _Change[_I];
  }
  _Lu.__solve(columns, false, _Right.data(), x_dot);
}

inline void __solve_back(_Index n, _Index columns, __factors &_Lu, _Dot a_bar, _Dot b_bar,
                         const double *x, _Dot x_bar) {
  if (!x_bar)
    return;
  _Numbers _Y = __zeros(n * columns);
  _Lu.__solve(columns, true, x_bar, _Y.data());
  for (_Index _C = 0; a_bar && _C < columns; ++_C)
    for (_Index _J = 0; _J < n; ++_J)
      for (_Index _I = 0; _I < n; ++_I)
        a_bar[_I + _J * n] -= _Y[static_cast<std::size_t>(_I + _C * n)] * x[_J + _C * n];
  for (_Index _I = 0; _I < n * columns; ++_I) {
    if (b_bar)
      b_bar[_I] += _Y[static_cast<std::size_t>(_I)];
    x_bar[_I] = 0;
  }
}

inline void solve_reverse(_Index n, _Index columns, const double *a, _Dot a_bar, const double *b,
                          _Dot b_bar, double *, _Dot x_bar) {
  __factors _Lu(n, a);
  _Numbers _X = __zeros(n * columns);
  _Lu.__solve(columns, false, b, _X.data());
  __solve_back(n, columns, _Lu, a_bar, b_bar, _X.data(), x_bar);
}

inline void solve_forward_sweep(tape &_Tape, _Index n, _Index columns, const double *a, _Dot,
                                const double *b, _Dot, double *x, _Dot) {
  __factors _Lu(n, a);
  _Lu.__solve(columns, false, b, x);
  _Tape.push(std::move(_Lu));
  _Tape.push(__copied(n * columns, x));
}

inline void solve_reverse_sweep(tape &_Tape, _Index n, _Index columns, const double *, _Dot a_bar,
                                const double *, _Dot b_bar, double *, _Dot x_bar) {
  const _Numbers _X = _Tape.pop<_Numbers>();
  __factors _Lu = _Tape.pop<__factors>();
  __solve_back(n, columns, _Lu, a_bar, b_bar, _X.data(), x_bar);
}

//===-- det A -------------------------------------------------------------===//

/// The determinant of a (n x n). O(n^3); its derivative, too, unless a is singular.
inline double determinant(_Index n, const double *a) {
  return __factors(n, a).__product_of_pivots();
}

/// The matrix of cofactors of a: the derivative of its determinant.
inline _Numbers __cofactors(_Index _N, const double *_A) {
  _Numbers _Result = __zeros(_N * _N);
  __factors _Lu(_N, _A);
  const double _Det = _Lu.__product_of_pivots();
  if (_Det != 0) {
    _Numbers _Identity = __zeros(_N * _N);
    for (_Index _I = 0; _I < _N; ++_I)
      _Identity[static_cast<std::size_t>(_I + _I * _N)] = _Det;
    _Lu.__solve(_N, true, _Identity.data(), _Result.data());
    return _Result;
  }
  for (_Index _Column = 0; _Column < _N; ++_Column)
    for (_Index _Line = 0; _Line < _N; ++_Line) {
      _Numbers _Minor;
      for (_Index _J = 0; _J < _N; ++_J)
        for (_Index _I = 0; _I < _N; ++_I)
          if (_I != _Line && _J != _Column)
            _Minor.push_back(_A[_I + _J * _N]);
      _Result[static_cast<std::size_t>(_Line + _Column * _N)] =
          ((_Line + _Column) % 2 != 0 ? -1 : 1) * determinant(_N - 1, _Minor.data());
    }
  return _Result;
}

inline double determinant_forward(_Index n, const double *a, _ConstDot a_dot,
                                  double &determinant_dot) {
  determinant_dot = 0;
  if (a_dot) {
    const _Numbers _Cofactors = __cofactors(n, a);
    for (_Index _I = 0; _I < n * n; ++_I)
      determinant_dot += _Cofactors[static_cast<std::size_t>(_I)] * a_dot[_I];
  }
  return determinant(n, a);
}

inline double determinant_reverse(_Index n, const double *a, _Dot a_bar, double determinant_bar) {
  if (a_bar) {
    const _Numbers _Cofactors = __cofactors(n, a);
    for (_Index _I = 0; _I < n * n; ++_I)
      a_bar[_I] += _Cofactors[static_cast<std::size_t>(_I)] * determinant_bar;
  }
  return 0; // the forward sweep had the value
}

inline double determinant_forward_sweep(tape &_Tape, _Index n, const double *a, _Dot) {
  _Tape.push(__copied(n * n, a));
  return determinant(n, a);
}

inline void determinant_reverse_sweep(tape &_Tape, _Index n, const double *, _Dot a_bar,
                                      double determinant_bar) {
  const _Numbers _A = _Tape.pop<_Numbers>();
  determinant_reverse(n, _A.data(), a_bar, determinant_bar);
}

} // namespace ad::dense

#if defined(__clang__)
#pragma clang diagnostic pop
#endif
#undef __AD_NULLABLE
#include "detail/pop_macros.h"

#endif
